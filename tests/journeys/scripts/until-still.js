(seat) => new Promise((settled) => {
  let [last, frames] = [NaN, 0];
  const look = () => {
    const { top } = seat.getBoundingClientRect();
    [last, frames] = [top, top === last ? frames + 1 : 0];
    if (frames > 5) settled();
    else requestAnimationFrame(look);
  };
  look();
})
