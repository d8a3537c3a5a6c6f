/**
 * The server's bundle in ASCII, with a true source map: V8 stores a source that holds any other character in two bytes
 * a character. Names stay whole and lines short, so that a stack trace reads well; comments go, but licences, which are
 * written to `licences.txt`.
 */
import { transform } from 'esbuild'

const maxLineLength = 160

/** Returns the plugin for the server's build. */
export function asciiOutput() {
  const licences = new Set()
  return {
    name: 'plantroom:ascii-output',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild,
    renderChunk: { order: 'post', handler: inAscii },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: [...licences].join('') })
    },
  }

  async function inAscii(source) {
    const { code, map, legalComments } = await transform(source, {
      charset: 'ascii',
      legalComments: 'external',
      lineLimit: maxLineLength,
      minifyWhitespace: true,
      sourcemap: true,
      target: 'es2022',
    })
    licences.add(legalComments)
    return { code, map }
  }
}
