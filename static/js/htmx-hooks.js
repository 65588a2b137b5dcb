// htmx sends the page's CSRF token with every request of its own, and says in one sentence when the server is out of reach.

export function hookHtmx() {
  document.body.addEventListener("htmx:configRequest", (event) => {
    const token = document.querySelector("input[name=csrfmiddlewaretoken]");
    if (token) event.detail.headers["X-CSRFToken"] = token.value;
  });
  // A page that renews itself waits while somebody answers a question: the button asked about must stay.
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (document.querySelector("dialog[open]")) event.detail.shouldSwap = false;
  });
  const problem = document.querySelector("[data-connection-problem]");
  if (!problem) return;
  const show = () => {
    problem.hidden = false;
  };
  document.body.addEventListener("htmx:sendError", show);
  document.body.addEventListener("htmx:responseError", show);
  document.body.addEventListener("htmx:afterOnLoad", () => {
    problem.hidden = true;
  });
}
