// What a request is made of, in types only. The build writes descriptions and values as JSON; the
// same data drives the samples beside an operation and the form that sends requests.

/**
 * What can be sent: everything that does not change while a reader fills in values.
 * @typedef {object} RequestDescription
 * @property {string} method In capitals.
 * @property {string} path With `{names}` of path parameters; may hold a query.
 * @property {Server[]} servers At least one; the url of each is absolute.
 * @property {Parameter[]} parameters In the order of the document.
 * @property {Body[]} bodies By media type, none where nothing is sent.
 * @property {boolean} bodyRequired
 * @property {Scheme[][]} security Alternatives; the schemes of one are used together. An empty one
 * means that no credentials are needed.
 *
 * @typedef {object} Server
 * @property {string} url Holds `{names}` of variables.
 * @property {string} [name]
 * @property {string} [description]
 * @property {ServerVariable[]} variables
 * @property {boolean} [assumed] The document does not say the host: this one only stands for it.
 * @property {boolean} [own] It is part of the server that the page came from.
 * @property {string} [written] The url of such a server as the build wrote it, once another took its place.
 *
 * @typedef {{name: string, default: string, enum?: string[], description?: string}} ServerVariable
 *
 * @typedef {object} Parameter
 * @property {string} name
 * @property {"path" | "query" | "querystring" | "header" | "cookie"} in
 * @property {boolean} required
 * @property {Style} style
 * @property {boolean} explode
 * @property {boolean} [allowReserved]
 * @property {boolean} [allowEmpty]
 * @property {string} [contentType] It is written in this media type, not in a style.
 * @property {string} [type] What a value is: string, integer, number, boolean, array, object.
 *
 * @typedef {"matrix" | "label" | "simple" | "form" | "spaceDelimited" | "pipeDelimited"
 *   | "deepObject" | "cookie"} Style
 *
 * @typedef {object} Body
 * @property {string} contentType As it is sent.
 * @property {"text" | "urlencoded" | "multipart" | "binary"} kind
 * @property {Field[]} [fields] Of urlencoded and multipart bodies.
 *
 * @typedef {object} Field A property of a form that is not written as plain text.
 * @property {string} name
 * @property {boolean} [file] Its value is a file, or a list of files.
 * @property {string} [contentType] Of its part. Values of a JSON type are JSON text.
 * @property {Style} [style] It is written in this style, not in a media type.
 * @property {boolean} [explode]
 *
 * @typedef {object} Scheme
 * @property {string} key What the document calls it.
 * @property {"apiKey" | "http" | "oauth2" | "openIdConnect" | "mutualTLS" | ""} type
 * @property {string} [in] header, query or cookie, for apiKey.
 * @property {string} [name] Of the header, parameter or cookie, for apiKey.
 * @property {string} [scheme] Such as bearer or basic, for http.
 */

/**
 * What a reader has filled in.
 * @typedef {object} RequestValues
 * @property {number} [server] Which one.
 * @property {Record<string, string>} [variables] Of the server, where they are not the defaults.
 * @property {Record<string, unknown>} parameters By `in:name`, such as `query:limit`; one that is
 * absent is not sent, and a path parameter stays `{name}`. Of a parameter with a `contentType`, a
 * text is sent as it is and any other value as JSON.
 * @property {string[]} [unfilled] Query parameters that must be there but have no value yet; they
 * stand as `name={name}`.
 * @property {number} [security] Which alternative; without it, no credentials are sent.
 * @property {Record<string, string | {username: string, password: string}>} [credentials] By the
 * key of a scheme; a placeholder stands for one that is absent.
 * @property {BodyValue} [body]
 *
 * @typedef {object} BodyValue
 * @property {string} contentType One of the description's.
 * @property {string} [text] Of a text body.
 * @property {[name: string, value: unknown][]} [fields] Of a form, in order.
 * @property {Record<string, string>} [types] Content types of parts that were chosen, by the field.
 * @property {Attachment} [file] Of a binary body.
 *
 * @typedef {string | {name: string}} Attachment The name of a file, or a browser's file.
 */

/**
 * A request as it is sent.
 * @typedef {object} BuiltRequest
 * @property {string} method
 * @property {string} url
 * @property {[name: string, value: string][]} headers No name twice; without the content type of a
 * multipart body, which clients write with the boundary they choose.
 * @property {BuiltBody} body
 *
 * @typedef {{kind: "none"}
 *   | {kind: "text", contentType: string, text: string}
 *   | {kind: "urlencoded", contentType: string, pairs: [name: string, value: string][]}
 *   | {kind: "multipart", contentType: string, parts: Part[]}
 *   | {kind: "binary", contentType: string, file: Attachment}} BuiltBody
 *
 * @typedef {object} Part
 * @property {string} name
 * @property {string} [contentType]
 * @property {string} [text]
 * @property {Attachment} [file]
 */

export {};
