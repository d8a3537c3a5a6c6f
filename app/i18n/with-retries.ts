const retries = 5
const firstDelayMs = 350

/** Loads over the network with up to 5 retries, the first after 350 ms, each delay twice the last (spec §9). */
export async function withRetries<T>(load: () => Promise<T>, wait: (ms: number) => Promise<void> = pause): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      if (attempt === retries) throw error
      await wait(firstDelayMs * 2 ** attempt)
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
