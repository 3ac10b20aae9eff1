// What the form is made of, in types only.

/** @typedef {import("../data/json.js").Value} Value */
/** @typedef {import("../types.js").FormSchema} FormSchema */
/** @typedef {import("../types.js").Missing} Missing */
/** @typedef {import("./rows/rows.js").Inside} Inside */

/**
 * A value that is asked for.
 * @typedef {object} Field
 * @property {FormSchema} schema Resolved, its items too.
 * @property {string} label What readers who cannot see the page hear.
 * @property {string} [caption] What stands beside the switch, where no row names the field.
 * @property {boolean} [required]
 * @property {boolean} [isFirst] It is a parameter or the body, and open from the start where it must be sent.
 * @property {boolean} [isNew] The reader has just added it, and it is open.
 * @property {() => boolean} [opensAll] Whether all groups around and beside it are open when something was written.
 * @property {boolean} [always] It is sent in any case, as the items of lists are.
 * @property {"json" | "text" | "part"} as How it is written: as JSON, as a parameter, in a form.
 * @property {(name: string, schema: FormSchema) => "json" | "text" | "part"} [findWay] How its
 * properties are written, where that is not how it is written itself.
 * @property {Inside | null} inside
 * @property {typeof import("./body/files.js").forms.createFiles} [createFiles] Where files may be asked for.
 * @property {HTMLElement} [note] What stands below the input.
 * @property {(name: string) => HTMLElement | undefined} [findNote] That of its properties.
 * @property {string} [describedBy]
 * @property {() => void} tellChange To be called with every change.
 * @property {() => void} [tellVerdict] To be called when it is known later what is wrong with the value.
 */

/**
 * What asks for a value, without the states that all have.
 * @typedef {object} Control
 * @property {HTMLElement[]} line What stands in the field's line.
 * @property {HTMLElement} [below] What stands below it.
 * @property {boolean} [wide] That needs the whole width.
 * @property {boolean} [picks] It has a state of its own for values that are not sent.
 * @property {boolean} [fixed] It holds the only value that is allowed.
 * @property {boolean} [isGroup] It holds fields that are filled in one by one.
 * @property {boolean} [mayBeEmpty] It can be sent though nothing is filled in.
 * @property {() => boolean} isFilled
 * @property {(masked?: boolean) => any} read A value, or files.
 * @property {(value: any) => boolean} write Of undefined, nothing; whether it can show the value.
 * @property {(fields: Missing[]) => void} [find] Adds what is missing inside.
 * @property {() => string | null | undefined} [findTrouble] What is wrong with the value; undefined as
 * long as that is not known.
 * @property {() => void} focus
 */

/**
 * A control with its states: not sent, sent, empty, null.
 * @typedef {object} Slot
 * @property {HTMLElement} element
 * @property {(masked?: boolean) => any} read Undefined where it is not sent.
 * @property {(value: any) => void} write
 * @property {() => boolean} isTouched It is sent because the reader wants so.
 * @property {(fields: Missing[]) => void} find
 * @property {() => void} focus
 */

/** @typedef {(field: Field) => Slot} CreateSlot */
/** @typedef {typeof import("./examples/examples.js")} Examples What fills in the form, loaded when it is wanted. */

export {};
