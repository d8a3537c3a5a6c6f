/** What the main thread of a page did, from the browser's own trace. */
import type { Browser, Page } from 'playwright'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** Processor time of the thread, where the system counts it: what else the machine does takes none of it. */
  tdur?: number
  args?: { name?: string; data?: { url?: string; functionName?: string; fileName?: string }; fileName?: string }
}

export interface ThreadWork {
  /** Scripts with all they cause at once: compilation, collection of memory, layout they ask for. */
  scriptMs: number
  /** Parsing, styles, layout and painting besides. */
  otherMs: number
  /** Own time by kind and file, the most first. */
  parts: [string, number][]
}

const categories = ['toplevel', 'devtools.timeline', 'v8', 'v8.execute', 'disabled-by-default-v8.compile']

/** Names of events that are scripts or part of them. */
const isScript = (name: string) =>
  /^(?:EvaluateScript|FunctionCall|RunMicrotasks|TimerFire|EventDispatch|FireAnimationFrame|FireIdleCallback|v8\.(?:compile|evaluate|run|produce|callFunction|parse|deserialize)\w*|V8\.\w+|MajorGC|MinorGC)$/i.test(
    name,
  )
const isOther = (name: string) =>
  /^(?:ParseHTML|ParseAuthorStyleSheet|UpdateLayoutTree|Layout|PrePaint|Paint|Layerize|Commit|HitTest)$/.test(name)

/** Runs something in a page and returns what its main thread did meanwhile. */
export async function mainThreadWork(browser: Browser, page: Page, act: () => Promise<void>): Promise<ThreadWork> {
  await browser.startTracing(page, { categories })
  await act()
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const threads = new Map<string, TraceEvent[]>()
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  for (const event of traceEvents) {
    const thread = `${event.pid} ${event.tid}`
    if (event.ph !== 'X' || !mains.has(thread) || !(isScript(event.name) || isOther(event.name))) continue
    const events = threads.get(thread) ?? []
    events.push(event)
    threads.set(thread, events)
  }
  // Of several threads the busiest is that of the page.
  const works = [...threads.values()].map(sumOf)
  return works.sort((a, b) => b.scriptMs - a.scriptMs)[0] ?? { scriptMs: 0, otherMs: 0, parts: [] }
}

interface OpenEvent {
  end: number
  part: string
  inScript: boolean
}

/** Own times: what an event took less what began and ended within it. */
function sumOf(events: TraceEvent[]): ThreadWork {
  const parts = new Map<string, number>()
  const sums = { script: 0, other: 0 }
  const add = ({ part, inScript }: OpenEvent, micros: number) => {
    parts.set(part, (parts.get(part) ?? 0) + micros / 1_000)
    sums[inScript ? 'script' : 'other'] += micros / 1_000
  }
  const open: OpenEvent[] = []
  for (const event of events.sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= event.ts) open.pop()
    const around = open.at(-1)
    const micros = event.tdur ?? event.dur ?? 0
    if (around) add(around, -micros)
    const one = {
      end: event.ts + (event.dur ?? 0),
      part: partOf(event),
      inScript: around?.inScript || isScript(event.name),
    }
    add(one, micros)
    open.push(one)
  }
  return {
    scriptMs: sums.script,
    otherMs: sums.other,
    parts: [...parts].sort(([, a], [, b]) => b - a),
  }
}

function partOf({ name, args }: TraceEvent): string {
  const { url = args?.data?.fileName ?? args?.fileName ?? '', functionName = '' } = args?.data ?? {}
  const file = url.split('?')[0]?.split('/').at(-1) ?? ''
  return [name, file, functionName].filter(Boolean).join(' ')
}
