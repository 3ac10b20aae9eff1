// What the playground works with, in types only: the file that the build writes for an operation,
// and what its parts offer each other.

/** @typedef {import("../request/types.js").RequestDescription} RequestDescription */
/** @typedef {import("../request/types.js").RequestValues} RequestValues */
/** @typedef {import("../request/types.js").Scheme} Scheme */

/**
 * The file of an operation, `_octavo/api/<digest>.json`; its address is `data-operation` of the
 * endpoint. Read it with `loadData` of data/data.js: numbers that JavaScript cannot hold are `Exact`.
 * @typedef {object} PlaygroundData
 * @property {string} document The API document, or the page that describes the endpoint by hand;
 * with the method and path of the request it names the operation.
 * @property {RequestDescription} request
 * @property {Record<string, ParameterForm>} parameters By `in:name`, such as `query:limit`.
 * @property {BodyForm[]} bodies In the order of `request.bodies`.
 * @property {SchemeDetails[]} schemes Each once; `request.security` says how they go together.
 * @property {ResponseForm[]} responses As documented, in order.
 * @property {string[]} [direct] Origins that the page may call where a proxy could.
 *
 * @typedef {object} ParameterForm
 * @property {FormSchema} schema
 * @property {FormExample[]} [examples]
 *
 * @typedef {object} BodyForm
 * @property {string} [name] The media type as documented, where another is sent: that may be a range.
 * @property {FormSchema} [schema]
 * @property {Record<string, string[]>} [types] The content types of a part, where there are several
 * or a range; the first is that of the request.
 * @property {FormExample[]} [examples] Of text bodies the value is the text, of forms their fields.
 *
 * @typedef {object} FormExample
 * @property {string} label
 * @property {unknown} value
 * @property {boolean} [built] It is made from the schema: the document gives none.
 *
 * @typedef {object} SchemeDetails
 * @property {string} key As in `Scheme`.
 * @property {Scheme["type"]} type
 * @property {string} [in]
 * @property {string} [name]
 * @property {string} [scheme]
 * @property {string} [bearerFormat]
 * @property {string} [description] As written: Markdown that nobody has cleaned.
 * @property {string} [openIdUrl]
 * @property {Flow[]} [flows]
 * @property {string[]} [scopes] Those that the operation asks for.
 * @property {string} [labels] From the settings: what the field is called; for basic, the two as
 * `user:password`.
 * @property {string} [prefix] From the settings: the text that the field starts with.
 *
 * @typedef {object} Flow Addresses are as written, and may be relative to the server.
 * @property {string} kind authorizationCode, implicit, password, clientCredentials, deviceAuthorization.
 * @property {string} [authorizationUrl]
 * @property {string} [tokenUrl]
 * @property {string} [refreshUrl]
 * @property {string} [deviceUrl]
 * @property {[name: string, meaning: string][]} scopes
 *
 * @typedef {object} ResponseForm
 * @property {string} status `200`, `4XX`, `default`.
 * @property {{contentType: string, schema?: FormSchema, items?: FormSchema}[]} contents `items` are
 * the parts of a stream.
 */

/**
 * A schema, `allOf` merged and references followed. One with a `ref` is found in another file,
 * `<ref>.json` beside the operation's: get it with `resolveSchema` of data/data.js; what else it says
 * here holds as well, and goes before. The words are those of JSON Schema, but for a few.
 * @typedef {object} FormSchema
 * @property {string} [ref]
 * @property {string[]} [types] None where anything is allowed. Beside a choice, only `null`.
 * @property {string} [format]
 * @property {unknown[]} [enum]
 * @property {unknown} [const]
 * @property {unknown} [default]
 * @property {unknown} [example]
 * @property {number} [minimum] @property {number} [maximum]
 * @property {number} [exclusiveMinimum] @property {number} [exclusiveMaximum]
 * @property {number} [multipleOf]
 * @property {number} [minLength] @property {number} [maxLength]
 * @property {string} [pattern]
 * @property {number} [minItems] @property {number} [maxItems] @property {boolean} [uniqueItems]
 * @property {number} [minProperties] @property {number} [maxProperties]
 * @property {FormProperty[]} [properties] In order.
 * @property {FormProperty[]} [patterns] Properties whose name follows a pattern, which is the name.
 * @property {FormSchema | false} [additional] Further properties; absent where nothing is said.
 * @property {FormSchema} [items]
 * @property {FormSchema[]} [prefixItems]
 * @property {FormChoice} [choice]
 * @property {string} [contentEncoding]
 * @property {string} [contentMediaType]
 * @property {boolean} [readOnly] No part of a request.
 * @property {boolean} [writeOnly] No part of a response.
 * @property {boolean} [never] No value is allowed.
 *
 * @typedef {{name: string, schema: FormSchema, required?: boolean}} FormProperty
 *
 * @typedef {object} FormChoice
 * @property {"oneOf" | "anyOf"} kind
 * @property {string} [discriminator]
 * @property {{label: string, schema: FormSchema, values?: string[]}[]} options `values` of the
 * discriminator stand for an option.
 */

/**
 * The parts of the playground.
 *
 * form/form.js: `createForm(root, data)`; it is ready when the schemas it needs are loaded.
 * @typedef {object} Form
 * @property {(options?: {forSample?: boolean}) => RequestValues} readValues Without server and
 * credentials. For a sample, secrets are hidden, and what must be filled in is named.
 * @property {() => Missing[]} listMissing
 * @property {() => boolean} isFilled
 * @property {(listener: () => void) => void} onChange
 * @property {string[]} examples What the examples are called that can be filled in.
 * @property {(example?: string) => Promise<void>} fill Fills in the examples of the document, and all
 * that must be there; what the reader typed stays.
 * @property {() => void} reset
 * @property {() => Map<string, any>} keep What is filled in, with secrets hidden.
 * @property {(values: Map<string, any>) => void} restore
 *
 * more/history.js: `createHistory(place, data, restore)`
 * @typedef {object} History
 * @property {(sent: Sent) => void} add A request that has ended.
 * @typedef {{url: string, kept: Map<string, any>, outcome: string}} Sent With secrets hidden.
 *
 * @typedef {object} Missing Something that keeps the form from being sent as documented.
 * @property {string} name
 * @property {string} message Such as `is required` or `is not valid JSON, line 3`.
 * @property {() => void} show Goes to the field.
 * @property {Element | null} [box] Of a field that has to be filled in.
 * @property {() => void} [approach] Goes to the closed group that it is in.
 * @property {() => void} [sendEmpty] Sends it as it is, where nothing is a value too.
 *
 * servers/servers.js: `createServers(root, endpoint, data)`
 * @typedef {object} Servers
 * @property {() => {server: number, variables: Record<string, string>}} readValues
 * @property {(server: number, variables: Record<string, string>) => void} choose
 * @property {(fields: Missing[]) => void} find An address that is none.
 * @property {string} written The address that the samples of the page came with.
 * @property {(listener: () => void) => void} onChange
 *
 * more/extras.js: `createExtras(root, data, tellChange)`, what readers add; the request of the data gets it.
 * @typedef {object} Extras
 * @property {() => void} add Asks for one more.
 * @property {(masked?: boolean) => Record<string, string>} readValues By `in:name`, as in `RequestValues`.
 * @property {(fields: Missing[]) => void} find
 * @property {() => void} reset
 * @property {() => Added[]} keep What is sent, but for what may be a credential.
 * @property {() => string[]} listSecrets The names of that.
 * @property {(kept: Added[]) => void} restore
 * @typedef {{in: "query" | "header", name: string, value: string}} Added
 *
 * more/environments.js: `createEnvironments(place, data, servers, extras)`
 *
 * auth/auth.js: `createAuth(root, data, servers)`, whose servers tell whom credentials are for: those
 * given for one origin are never sent to another. The root is the section `Authorizations` of the page, with
 * a row (`.field`, id `auth.<key>`) for each scheme. It is called where `request.security` names any.
 * @typedef {object} Auth
 * @property {() => {security?: number, credentials: NonNullable<RequestValues["credentials"]>}} readValues
 * @property {(listener: () => void) => void} onChange
 * @property {() => Missing[]} listMissing Credentials that the chosen alternative asks for.
 * @property {() => Promise<void>} prepare Call it before `values` when sending: renews a token that
 * has expired. It never fails.
 *
 * make.js: `make(tag, attributes, ...children)` and `makeButton(label, action)` for all parts.
 *
 * send/send.js: `prepare()` loads what it needs, and fails where that cannot be; then `send(data, values, place)`; called when the reader presses Send or Ctrl+Enter and no
 * exchange is under way. The place is an element below the bar, empty at first, that is its own.
 * @typedef {object} Exchange
 * @property {() => void} cancel
 * @property {Promise<string>} done Ends with the last byte, an error or the cancel, and says how, such
 * as `200 OK`; never fails. It is empty if no request was sent.
 */

export {};
