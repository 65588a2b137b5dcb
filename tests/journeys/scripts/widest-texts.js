() => {
  const write = (selector, text) => {
    const cells = [...document.querySelectorAll(selector)];
    for (let at = 1; at < cells.length; at += 7) cells[at].textContent = text;
  };
  write('.screen-ranks .place', '31=');
  write('.screen-moves .movement', '▲106');
  write('.screen-ranks .num.first', '−114.7');
  write('.screen-ranks .num:not(.first, .place)', '194.4');
}
