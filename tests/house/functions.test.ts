/** Functions: none is so long that a reader loses what it is for. */
import ts from 'typescript'
import { expect, test } from 'vitest'
import { type Source, sourcesIn } from './sources'

const maxLines = 120

/** Returns the functions of a file that are too long, as `file: name (lines)`. */
function longFunctionsIn({ path, text }: Source): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext)
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line
  const long: string[] = []
  const visit = (node: ts.Node, parent: ts.Node): void => {
    const lines = lineAt(node.end) - lineAt(node.getStart(file)) + 1
    if (lines <= maxLines) return
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const name = node.name ?? (ts.isVariableDeclaration(parent) ? parent.name : undefined)
      long.push(`${path}: ${name?.getText(file) ?? 'a function without a name'} (${lines})`)
    }
    ts.forEachChild(node, (child) => visit(child, node))
  }
  visit(file, file)
  return long
}

test(`no function is longer than ${maxLines} lines`, () => {
  const sources = sourcesIn('app', 'services').filter(({ text }) => text.split('\n').length > maxLines)
  expect(sources.flatMap(longFunctionsIn)).toEqual([])
})
