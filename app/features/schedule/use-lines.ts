/** The lines of a form with scripts: what is typed and what is drawn change the same texts, and can be undone. */
import { useEffect, useRef, useState } from 'react'

export type Lines = Readonly<Record<string, string>>

export interface LinesEditor {
  lines: Lines
  /** Whether scripts have taken over the form. */
  isLive: boolean
  canUndo: boolean
  /** Changes lines without a step to undo, as while typing or dragging. */
  draft(lines: Lines): void
  /** Makes what was changed one step to undo. */
  commit(): void
  undo(): void
  /** The block that is open to be edited. */
  selected: SelectedBlock | null
  select(block: SelectedBlock | null): void
}

interface SelectedBlock {
  name: string
  at: number
}

const maxSteps = 100

export function useLines(initial: Lines): LinesEditor {
  const [lines, setLines] = useState(initial)
  const [past, setPast] = useState<readonly Lines[]>([])
  const [isLive, setLive] = useState(false)
  const [selected, select] = useState<SelectedBlock | null>(null)
  const current = useRef(initial)
  const committed = useRef(initial)
  function show(next: Lines) {
    current.current = next
    setLines(next)
  }
  // What was typed before scripts were ready is kept.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when scripts take over
  useEffect(() => {
    const typed = Object.keys(initial).flatMap((name) => {
      const [input] = document.getElementsByName(name)
      return input instanceof HTMLInputElement ? [[name, input.value]] : []
    })
    show({ ...initial, ...Object.fromEntries(typed) })
    setLive(true)
  }, [])
  return {
    lines,
    isLive,
    canUndo: past.length > 0,
    draft: (changed) => show({ ...current.current, ...changed }),
    commit() {
      const before = committed.current
      if (Object.keys(before).every((name) => before[name] === current.current[name])) return
      setPast((steps) => [...steps, before].slice(-maxSteps))
      committed.current = current.current
    },
    undo() {
      const before = past.at(-1)
      if (!before) return
      setPast(past.slice(0, -1))
      committed.current = before
      show(before)
      select(null)
    },
    selected,
    select,
  }
}
