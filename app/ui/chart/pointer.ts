/** The moment that is read off in the charts of a page: one for all of them. Known in the browser only. */
import { useSyncExternalStore } from 'react'

export interface ChartPointer {
  /** In ms. */
  moment: number
  /** The chart that is pointed at; the others show the same moment. */
  chart: string
}

let current: ChartPointer | null = null
const listeners = new Set<() => void>()

export function setChartPointer(pointer: ChartPointer | null): void {
  if (current?.moment === pointer?.moment && current?.chart === pointer?.chart) return
  current = pointer
  for (const listener of listeners) listener()
}

export function useChartPointer(): ChartPointer | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
}

/** Whether the browser has taken the page over. */
export function useIsInteractive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
