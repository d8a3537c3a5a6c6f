/** Processor time of programs with all that they start, from the kernel's ticks. */
import { readdir, readFile } from 'node:fs/promises'

/** Fields of `/proc/<pid>/stat` from the state on. */
async function statOf(pid: number | string): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const seconds = (fields: string[]) => fields.reduce((sum, field) => sum + Number(field), 0) / 100

/** Processor time, in seconds, of all children of this process that have ended, and theirs. */
export const endedSeconds = async () => seconds((await statOf('self')).slice(13, 15))

/** Processor time, in seconds, of running processes, all that run below them, and what of that has ended. */
export async function treeSeconds(roots: readonly number[]): Promise<number> {
  const all = new Map<string, string[]>()
  for (const name of await readdir('/proc')) if (/^\d+$/.test(name)) all.set(name, await statOf(name))
  const isBelow = (name: string | undefined): boolean =>
    name !== undefined && (roots.includes(Number(name)) || (all.has(name) && isBelow(all.get(name)?.[1])))
  return [...all].filter(([name]) => isBelow(name)).reduce((sum, [, fields]) => sum + seconds(fields.slice(11, 15)), 0)
}
