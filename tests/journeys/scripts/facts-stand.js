(sent) => {
  const fields = [...new FormData(document.querySelector("form.facts-form"))];
  return Object.entries(sent).every(([name, values]) => values.every((value) => fields.some(
    ([found, text]) => found === name && text === value,
  )));
}
