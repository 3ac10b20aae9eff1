// Prints the trees that the JavaScript reference makes of MDX texts.
//
//   node dump_tree.mjs REFERENCE_FOLDER < texts.json > trees.json
//
// REFERENCE_FOLDER holds the node_modules of packages.txt. texts.json is a list of texts, or
// {math, texts}. For each text the output has {nodes, footnotes}, or {error} where the reference
// rejects it. A node is a string, or a list: kind, line, column, and what the kind has:
//   element:    tag name, line, column, properties, children
//   tag:        "<>", line, column, name, attributes, children
//   expression: "{}", line, column, source
//   module:     "module", line, column, source
//   footnote:   "^", line, column, identifier

import {createRequire} from 'node:module'
import path from 'node:path'
import {text as readAll} from 'node:stream/consumers'
import {pathToFileURL} from 'node:url'

const folder = path.resolve(process.argv[2])
const require = createRequire(path.join(folder, 'package.json'))
const load = (file) => import(pathToFileURL(file))
const plugin = async (name) => (await load(require.resolve(name))).default

const {unified} = await load(require.resolve('unified'))
const {remarkMarkAndUnravel} = await load(
  path.join(folder, 'node_modules/@mdx-js/mdx/lib/plugin/remark-mark-and-unravel.js')
)
const mdxTypes = [
  'mdxFlowExpression',
  'mdxJsxFlowElement',
  'mdxJsxTextElement',
  'mdxTextExpression',
  'mdxjsEsm'
]

async function makeProcessor(math) {
  const processor = unified()
    .use(await plugin('remark-parse'))
    .use(await plugin('remark-mdx'))
    .use(remarkMarkAndUnravel)
    .use(await plugin('remark-gfm'))
  if (math) processor.use(await plugin('remark-math'))
  return processor
}

const toHast = await plugin('remark-rehype')

function dump(processor, text) {
  const footnotes = {}
  const converter = unified().use(toHast, {
    allowDangerousHtml: true,
    passThrough: mdxTypes,
    handlers: {
      footnoteReference: (state, node) => ({type: 'footnote', id: node.identifier, position: node.position}),
      footnoteDefinition(state, node) {
        if (!(node.identifier in footnotes)) footnotes[node.identifier] = state.all(node)
      }
    }
  })
  const markdown = processor.runSync(processor.parse(text))
  const tree = converter.runSync(markdown)
  const notes = Object.entries(footnotes)
  return {
    nodes: simplifyAll(tree.children),
    footnotes: Object.fromEntries(notes.map(([id, nodes]) => [id, simplifyAll(nodes)]))
  }
}

function simplifyAll(nodes) {
  return (nodes || []).map(simplify)
}

function simplify(node) {
  if (node.type === 'text') return node.value
  const start = node.position ? node.position.start : {line: 0, column: 0}
  const place = [start.line, start.column]
  if (node.type === 'footnote') return ['^', ...place, node.id]
  if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression')
    return ['{}', ...place, node.value]
  if (node.type === 'mdxjsEsm') return ['module', ...place, node.value]
  if (node.type === 'raw' || node.type === 'comment') return ['raw', ...place, {}, [node.value]]
  const children = simplifyAll(node.children)
  if (node.type !== 'element') return ['<>', ...place, node.name, node.attributes.map(attribute), children]
  const properties = {}
  for (const [key, value] of Object.entries(node.properties || {}))
    properties[key] = Array.isArray(value) ? value.join(' ') : value
  if (node.data && node.data.meta) properties.meta = node.data.meta
  return [node.tagName, ...place, properties, children]
}

function attribute(node) {
  if (node.type === 'mdxJsxExpressionAttribute') return ['...', {code: node.value}]
  const value = node.value
  return [node.name, value && typeof value === 'object' ? {code: value.value} : (value ?? null)]
}

const input = JSON.parse(await readAll(process.stdin))
const processor = await makeProcessor(Boolean(input.math))
const trees = (input.texts || input).map((text) => {
  try {
    return dump(processor, text)
  } catch (error) {
    return {error: String(error.reason || error.message || error), line: error.line || 0}
  }
})
process.stdout.write(JSON.stringify(trees))
