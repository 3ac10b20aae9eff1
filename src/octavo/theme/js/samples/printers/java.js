// Samples in Java, with the HTTP client of its standard library: `java Main.java` runs them.
import { encodeForm } from "../../request/percent.js";
import { escapeBlock, escapeName, indentRest, isReadableBlock, nameFile, quoteText } from "../literals.js";
import { remember } from "../../request/remember.js";

/** @typedef {import("../../request/types.js").BuiltRequest} BuiltRequest */
/** @typedef {import("../../request/types.js").BuiltBody} BuiltBody */
/** @typedef {import("../../request/types.js").Part} Part */
/** @typedef {{imports?: string[], lines?: string[], publisher: string, header?: string, method?: string}} Payload */

const CLIENT = ["java.net.URI", "java.net.http.HttpClient", "java.net.http.HttpRequest", "java.net.http.HttpResponse"];
const ADD_PART = `

    static void addPart(ByteArrayOutputStream body, String boundary, String headers, byte[] content) throws Exception {
        body.write(("--" + boundary + "\\r\\n" + headers + "\\r\\n\\r\\n").getBytes(StandardCharsets.UTF_8));
        body.write(content);
        body.write("\\r\\n".getBytes(StandardCharsets.UTF_8));
    }`;
// The most that a literal of a class may hold is 65,535 bytes.
const LONGEST = 16_000;
const BLOCK = " ".repeat(16);
// The client writes these itself, and refuses them from others.
const OWN_HEADERS = /^(?:connection|content-length|expect|host|upgrade)$/i;

/** @param {BuiltRequest} request */
export function printSample({ method, url, headers, body }) {
  const { imports = [], lines = [], publisher, header = "", method: ownMethod = "" } = printPayload(body);
  const names = imports.length ? imports.concat(CLIENT).sort() : CLIENT;
  const set = headers.filter(([name]) => !OWN_HEADERS.test(name))
    .map(([name, value]) => `\n            .header(${printLiteral(name)}, ${printLiteral(value)})`).join("");
  return `import ${names.join(";\nimport ")};

public class Main {
    public static void main(String[] args) throws Exception {
${lines.length ? `        ${lines.join("\n        ")}\n\n` : ""}        HttpRequest request = HttpRequest.newBuilder()
            .uri(URI.create(${printLiteral(url)}))${set}${header}
            .method(${printLiteral(method)}, ${publisher})
            .build();

        HttpResponse<String> response = HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.body());
    }${ownMethod}
}`;
}

/** @param {BuiltBody} body @returns {Payload} */
function printPayload(body) {
  const publishers = "HttpRequest.BodyPublishers";
  switch (body.kind) {
    case "text":
      return { publisher: `${publishers}.ofString(${printText(body.text)})` };
    case "urlencoded": {
      const lines = body.pairs.map(([name, value]) => `    ${printLiteral(`${encodeForm(name)}=${encodeForm(value)}`)}`);
      const definition = ['String form = String.join("&",', `${lines.join(",\n        ")});`];
      return { lines: definition, publisher: `${publishers}.ofString(form)` };
    }
    case "multipart":
      return printForm(body.parts, body.contentType, publishers);
    case "binary":
      return {
        imports: ["java.nio.file.Path"],
        publisher: `${publishers}.ofFile(Path.of(${printLiteral(nameFile(body.file))}))`,
      };
    default:
      return { publisher: `${publishers}.noBody()` };
  }
}

/** @param {Part[]} parts @param {string} contentType @param {string} publishers @returns {Payload} */
function printForm(parts, contentType, publishers) {
  const imports = ["java.io.ByteArrayOutputStream", "java.nio.charset.StandardCharsets", "java.util.UUID"];
  if (parts.some(({ file }) => file !== undefined)) imports.push("java.nio.file.Files", "java.nio.file.Path");
  return {
    imports,
    lines: [
      "String boundary = UUID.randomUUID().toString();",
      "ByteArrayOutputStream body = new ByteArrayOutputStream();",
      ...parts.map((part) => `addPart(body, boundary, ${printPart(part)});`),
      'body.write(("--" + boundary + "--\\r\\n").getBytes(StandardCharsets.UTF_8));',
    ],
    header: `\n            .header("Content-Type", "${contentType}; boundary=" + boundary)`,
    publisher: `${publishers}.ofByteArray(body.toByteArray())`,
    method: ADD_PART,
  };
}

/** @param {Part} part */
function printPart({ name, contentType, text = "", file }) {
  const filename = file === undefined ? "" : `; filename="${escapeName(nameFile(file))}"`;
  const type = contentType ? `\r\nContent-Type: ${contentType}` : "";
  const headers = printLiteral(`Content-Disposition: form-data; name="${escapeName(name)}"${filename}${type}`);
  if (file === undefined) return `${headers}, ${printLiteral(text)}.getBytes(StandardCharsets.UTF_8)`;
  return `${headers}, Files.readAllBytes(Path.of(${printLiteral(nameFile(file))}))`;
}

const printText = remember((text) => {
  if (!isReadableBlock(text) || !/^\S/m.test(text) || hasBlankEnds(text) || text.length > LONGEST) return printLiteral(text);
  return `"""\n${BLOCK}${indentRest(`${escapeBlock(text)}"""`, BLOCK)}`;
});

/** Whether lines end with blanks, which Java takes away. @param {string} text */
function hasBlankEnds(text) {
  const lines = `${text}\n`;
  return lines.includes(" \n") || lines.includes("\t\n");
}

/** @param {string} text */
function printLiteral(text) {
  if (text.length <= LONGEST) return quoteText(text);
  const pieces = text.match(new RegExp(`[^]{1,${LONGEST}}`, "gu")) ?? [];
  return `String.join("", ${pieces.map(quoteText).join(", ")})`;
}
