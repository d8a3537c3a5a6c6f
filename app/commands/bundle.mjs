import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Bundles one TypeScript entry for Node: the project's own files in, packages left where they are. Each file is whole
 * from the moment it is there, so that two commands started together run the same.
 */
export async function bundle(entry, outfile) {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    jsx: 'automatic',
    tsconfig: 'tsconfig.json',
    sourcemap: 'linked',
    logLevel: 'warning',
    write: false,
  })
  mkdirSync(dirname(outfile), { recursive: true })
  for (const { path, contents } of outputFiles) {
    writeFileSync(`${path}.${process.pid}`, contents)
    renameSync(`${path}.${process.pid}`, path)
  }
}
