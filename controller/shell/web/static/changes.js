// The state as the event stream tells it: whole once, then what has changed.

const MAPS = ["men", "lamps"]; // of these only the points that differ are told; null: nothing is there

/** The state after a `change` event. */
export function changed(state, { view = {}, moves, standing, ...around }) {
  const now = { ...state.view, ...view };
  for (const name of MAPS) if (view[name]) now[name] = patched(state.view[name], view[name]);
  if (standing) now.standing = state.view.standing.filter((point) => !standing.gone.includes(point)).concat(standing.come);
  if (moves) now.moves = [...state.view.moves.slice(0, moves.keep), ...moves.add];
  return { ...state, ...around, view: now };
}

function patched(points, differing) {
  const all = Object.entries({ ...points, ...differing }).filter(([, there]) => there !== null);
  return Object.fromEntries(all);
}
