/**
 * The server's text in letters of one byte each: the engine keeps a text that holds any other letter in two bytes for
 * each. Words of people are escaped, which reads the same; comments and indents go, but lines stay short, so that a line
 * number still finds its place. What comments say of licences stands beside the text.
 */
import { transform } from 'esbuild'

const mostInLine = 160

/** The plugin of the server's build. */
export function oneByte() {
  return {
    name: 'plantroom:one-byte',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild,
    async generateBundle(_, files) {
      const licences = new Set()
      for (const chunk of Object.values(files).filter(({ type }) => type === 'chunk')) {
        const { code, legalComments } = await transform(chunk.code, {
          charset: 'ascii',
          legalComments: 'external',
          lineLimit: mostInLine,
          minifyWhitespace: true,
          target: 'es2022',
        })
        // What esbuild leaves as it is, is a letter of a regular expression.
        chunk.code = code.replace(/[\u0080-\uffff]/g, escaped)
        licences.add(legalComments)
      }
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: [...licences].join('') })
    },
  }
}

const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
