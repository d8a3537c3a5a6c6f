import type { BuildOptions } from 'esbuild'

export function bundle(entry: string, outfile: string, options?: BuildOptions): Promise<string[]>
