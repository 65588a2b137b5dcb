(pieces) => {
  const rows = [...document.querySelectorAll('.screen-flow li:not(.screen-table), .ceremony-ladder li:not([hidden])')];
  const faults = [];
  const shown = (piece) => piece.getClientRects().length > 0 && piece.textContent.trim() !== '';
  const window = document.querySelector('.screen-window, .screen-main').getBoundingClientRect();
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (all.nextNode()) {
    const parent = all.currentNode.parentElement, size = parseFloat(getComputedStyle(parent).fontSize);
    if (!all.currentNode.data.trim() || parent.closest('.visually-hidden, script') || !parent.getClientRects().length)
      continue;
    if (size < innerHeight / 40 - 0.1) faults.push(`small: ${all.currentNode.data.trim()} (${size} of ${innerHeight})`);
  }
  const main = document.querySelector('.screen-main');
  if (main.scrollHeight > main.clientHeight + 1) faults.push('higher than the screen');
  for (const row of rows) {
    const line = row.getBoundingClientRect(), name = row.textContent.trim().replace(/\s+/g, ' ');
    if (line.top < window.top - 1 || line.bottom > window.bottom + 1) faults.push(`outside: ${name}`);
    let right = line.left;
    for (const piece of [...row.querySelectorAll(pieces)].filter(shown)) {
      const box = piece.getBoundingClientRect(), said = piece.textContent.trim(), texts = [];
      const nodes = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT);
      while (nodes.nextNode()) {
        const text = document.createRange();
        text.selectNodeContents(nodes.currentNode);
        if (!nodes.currentNode.parentElement.closest('.visually-hidden')) texts.push(...text.getClientRects());
      }
      const middles = texts.filter(({ width }) => width > 1).map(({ top, bottom }) => (top + bottom) / 2);
      const height = parseFloat(getComputedStyle(piece).fontSize);
      if (Math.max(...middles) - Math.min(...middles) > height / 2) faults.push(`wraps: ${said}`);
      if (piece.scrollWidth > piece.clientWidth + 1 && piece.clientWidth) faults.push(`cut: ${said}`);
      if (getComputedStyle(piece).overflowY !== 'visible') faults.push(`tails of letters cut: ${said}`);
      if (Math.max(...texts.map((text) => text.right)) > box.right + 1) faults.push(`sticks out: ${said}`);
      if (box.top < line.top - 1 || box.bottom > line.bottom + 1) faults.push(`leaves its row: ${said}`);
      if (box.left < right - 1) faults.push(`overlaps: ${said} in ${name}`);
      right = box.right;
    }
    if (right > line.right + 1) faults.push(`too wide: ${name}`);
  }
  return faults;
}
