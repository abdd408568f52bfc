// Go at the count: whose the empty points are, by the stones that are not marked as dead.

import { geometry } from "./geometry.js";

/** "b" or "w" for each point that only that colour encloses, and for each dead stone's point. */
export function areaOf(view) {
  const found = new Map();
  if (view.game !== "go" || !view.count) return found;
  const { points, nameAt } = geometry(view.game, view.game_options);
  const dead = new Set(view.count.dead);
  const shared = new Set(view.count.shared);
  const stone = (point) => (dead.has(point) ? undefined : view.men[point]);
  const seen = new Set();
  for (const first of points.keys()) {
    if (seen.has(first) || stone(first)) continue;
    const region = new Set([first]);
    const round = new Set();
    for (const each of region) {
      const [column, row] = points.get(each);
      for (const [across, up] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        const next = nameAt(column + across, row + up);
        if (!next) continue;
        if (stone(next)) round.add(stone(next));
        else region.add(next);
      }
    }
    for (const each of region) {
      seen.add(each);
      if (round.size === 1 && !shared.has(each)) found.set(each, [...round][0]);
    }
  }
  return found;
}
