// Samples in Go, with net/http.
import { encodeForm } from "../../request/percent.js";
import { escapeName, findSubtype, isReadableBlock, nameFile, quoteText } from "../literals.js";

/** @typedef {import("../../request/types.js").BuiltRequest} BuiltRequest */
/** @typedef {import("../../request/types.js").BuiltBody} BuiltBody */
/** @typedef {import("../../request/types.js").Part} Part */
/** @typedef {{imports: string[], lines: string[], payload: string}} Payload */

const PANIC = `if err != nil {
		panic(err)
	}`;

/** @param {BuiltRequest} request */
export function printSample({ method, url, headers, body }) {
  const { imports, lines, payload } = printPayload(body);
  const set = headers.map(([name, value]) => `\treq.Header.Set(${quoteText(name)}, ${quoteText(value)})\n`).join("");
  const type = findSubtype(body) ? `"multipart/${findSubtype(body)}; boundary="+form.Boundary()` : "form.FormDataContentType()";
  const own = body.kind === "multipart" ? `\treq.Header.Set("Content-Type", ${type})\n` : "";
  const names = imports.length ? ["fmt", "io", "net/http", ...imports].sort().join('"\n\t"') : 'fmt"\n\t"io"\n\t"net/http';
  return `package main

import (
	"${names}"
)

func main() {
	url := ${quoteText(url)}
${lines.length ? `\n\t${lines.join("\n\t")}\n` : ""}
	req, err := http.NewRequest(${quoteText(method)}, url, ${payload})
	${PANIC}
${set}${own}
	res, err := http.DefaultClient.Do(req)
	${PANIC}
	defer res.Body.Close()

	content, err := io.ReadAll(res.Body)
	${PANIC}
	fmt.Println(string(content))
}`;
}

/** @param {BuiltBody} body @returns {Payload} */
function printPayload(body) {
  switch (body.kind) {
    case "text":
      return { imports: ["strings"], lines: [`payload := strings.NewReader(${printText(body.text)})`], payload: "payload" };
    case "urlencoded":
      return { imports: ["strings"], lines: printPairs(body.pairs), payload: "payload" };
    case "multipart":
      return printForm(body.parts);
    case "binary":
      return {
        imports: ["bytes", "os"],
        lines: [`file, err := os.ReadFile(${quoteText(nameFile(body.file))})`, PANIC],
        payload: "bytes.NewReader(file)",
      };
    default:
      return { imports: [], lines: [], payload: "nil" };
  }
}

/** @param {[string, string][]} pairs */
function printPairs(pairs) {
  const lines = pairs.map(([name, value]) => `\t${quoteText(`${encodeForm(name)}=${encodeForm(value)}`)},`);
  return ["payload := strings.NewReader(strings.Join([]string{", ...lines, '}, "&"))'];
}

/** @param {Part[]} parts @returns {Payload} */
function printForm(parts) {
  const imports = ["bytes", "mime/multipart"];
  const lines = ["payload := &bytes.Buffer{}", "form := multipart.NewWriter(payload)"];
  if (parts.some(({ file }) => file !== undefined)) imports.push("os");
  if (parts.some(({ contentType }) => contentType)) imports.push("net/textproto");
  parts.forEach((part, at) => lines.push(...printPart(part, parts.length > 1 ? String(at + 1) : "")));
  return { imports, lines: [...lines, "form.Close()"], payload: "payload" };
}

/** @param {Part} part @param {string} number Tells its variables from those of other parts. */
function printPart({ name, contentType, text = "", file }, number) {
  if (file === undefined && !contentType) return [`form.WriteField(${quoteText(name)}, ${quoteText(text)})`];
  const path = file === undefined ? "" : nameFile(file);
  const opening = file === undefined ? [] : [`file${number}, err := os.ReadFile(${quoteText(path)})`, PANIC];
  const content = file === undefined ? `[]byte(${quoteText(text)})` : `file${number}`;
  const part = `part${number}, err :=`;
  const writing = [PANIC, `part${number}.Write(${content})`];
  if (!contentType) return [...opening, `${part} form.CreateFormFile(${quoteText(name)}, ${quoteText(path)})`, ...writing];
  const filename = file === undefined ? "" : `; filename="${escapeName(path)}"`;
  return [
    ...opening,
    `${part} form.CreatePart(textproto.MIMEHeader{`,
    `\t"Content-Disposition": {${quoteText(`form-data; name="${escapeName(name)}"${filename}`)}},`,
    `\t"Content-Type":        {${quoteText(contentType)}},`,
    "})",
    ...writing,
  ];
}

/** @param {string} text */
function printText(text) {
  return isReadableBlock(text) ? `\`${text.replaceAll("`", '` + "`" + `')}\`` : quoteText(text);
}
