/** The regular expressions of the project's own sources. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'

export interface Pattern {
  /** `path:line`, from the top of the project. */
  at: string
  source: string
  flags: string
}

interface Found {
  patterns: Pattern[]
  /** `path`s with a `RegExp` whose text is computed, one entry for each. */
  computed: string[]
}

/** Every regular expression literal and `RegExp` of constant text in the folders and files. */
export function patternsIn(...places: string[]): Found {
  const found: Found = { patterns: [], computed: [] }
  for (const path of places.flatMap(filesOf)) collect(path, readFileSync(path, 'utf8'), found)
  return found
}

/** Adds the regular expressions of one file. */
export function collect(path: string, text: string, found: Found): void {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const constants = constantsOf(file)
  const add = (node: ts.Node, source: string, flags: string) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
    found.patterns.push({ at: `${path}:${line}`, source, flags })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      add(node, node.text.slice(1, end), node.text.slice(end + 1))
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(file) === 'RegExp') {
      const [source, flags] = (node.arguments ?? []).map((one) => textOf(one, constants))
      if (source === undefined) found.computed.push(path)
      else add(node, source, flags ?? '')
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
}

/** Texts that names of a file stand for. */
function constantsOf(file: ts.SourceFile): Map<string, string> {
  const constants = new Map<string, string>()
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const text = textOf(node.initializer, constants)
      if (text !== undefined) constants.set(node.name.text, text)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return constants
}

/** The text of an expression of constant parts; undefined for any other. */
function textOf(node: ts.Expression, constants: ReadonlyMap<string, string>): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isIdentifier(node)) return constants.get(node.text)
  if (!ts.isTemplateExpression(node)) return undefined
  const rest = node.templateSpans.map(({ expression, literal }) => {
    const text = textOf(expression, constants)
    return text === undefined ? undefined : text + literal.text
  })
  return rest.includes(undefined) ? undefined : node.head.text + rest.join('')
}

function filesOf(place: string): string[] {
  if (/\.\w+$/.test(place)) return [place]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|m?js)$/.test(entry.name))
    .map((entry) => relative('.', join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}
