/** Minifies the scripts that are sent as they are written: those of `public`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export async function minify(source, target) {
  // A fresh clone is installed first.
  const { transform } = await import('esbuild')
  for (const name of readdirSync(source).filter((one) => one.endsWith('.js'))) {
    const { code } = await transform(readFileSync(join(source, name), 'utf8'), { minify: true, target: 'es2022' })
    writeFileSync(join(target, name), code)
  }
}
