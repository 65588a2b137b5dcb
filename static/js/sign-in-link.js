// The server marks the form for the browser that the program opened at its start; other links wait for their button.

document.querySelector("form[data-presses]")?.requestSubmit();
