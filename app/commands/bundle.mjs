import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname } from 'node:path'

/**
 * Bundles one TypeScript entry for Node: the project's own files in, packages left where they are. Each file is whole
 * from the moment it is there, so that two commands started together run the same. Returns the names of the packages that
 * the file imports. `options` are added to those of esbuild.
 */
export async function bundle(entry, outfile, options = {}) {
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
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
    metafile: true,
    ...options,
  })
  mkdirSync(dirname(outfile), { recursive: true })
  for (const { path, contents } of outputFiles) {
    writeFileSync(`${path}.${process.pid}`, contents)
    renameSync(`${path}.${process.pid}`, path)
  }
  return importedBy(metafile)
}

function importedBy({ outputs }) {
  const imports = Object.values(outputs).flatMap((output) => output.imports)
  const paths = imports.filter(({ external, path }) => external && !isBuiltin(path)).map(({ path }) => path)
  return [...new Set(paths.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)[0]))]
}
