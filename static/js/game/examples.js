// The rules page has some eighty hands of fourteen tiles: each is drawn when it comes near the window. Until then, and
// without scripts, its notation stands there.

function draw(template) {
  const link = template.parentElement;
  link.replaceChildren(template.content);
}

const watcher = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      draw(target.querySelector("template"));
    }
  },
  { rootMargin: "50%" },
);

const waiting = () => document.querySelectorAll("template[data-later]");
for (const template of waiting()) watcher.observe(template.parentElement);
window.addEventListener("beforeprint", () => {
  watcher.disconnect();
  waiting().forEach(draw);
});
