// With room for two columns, the example of the response is below that of the request. In the text
// it follows the responses.
const example = document.querySelector(".mdx-content > .response-example");
const column = document.querySelector("#content-side-layout > .side-content");
if (example && column) {
  const place = document.createComment("");
  example.before(place);
  const wide = matchMedia("(width >= 64rem)");
  const put = () => (wide.matches ? column.append(example) : place.after(example));
  wide.addEventListener("change", put);
  put();
}
