() => {
  const broken = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.parentElement.checkVisibility()) continue;
    for (const found of node.data.matchAll(/\d+(回戦|卓|位)/g)) {
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top));
      if (lines.size > 1) broken.push(found[0]);
    }
  }
  return broken;
}
