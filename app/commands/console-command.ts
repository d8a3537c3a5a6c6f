/**
 * How the built console is run, so that it holds little: one thread beside the main one compiles and clears the heap, where
 * Node has four that get in each other's way; what is new has half as much room before it is looked through; and threads
 * share two pools of memory in place of having one each. Blocks of 128 KB and more are taken from the system and given
 * back to it by themselves, always: the allocator would otherwise keep ever larger ones.
 */
export const consoleCommand = (file: string): string[] => ['--v8-pool-size=1', '--max-semi-space-size=8', file]

/** What it is started with unless it is told otherwise. */
export const consoleEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
