"""Score sheets on paper: `facts` gathers, `paper` lays out, `page` and `pdf` write."""
