import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons'

export type Tone = 'ok' | 'warn' | 'danger' | 'info' | 'neutral' | 'progress'

const tones = {
  ok: { colours: 'text-ok bg-ok-soft', icon: 'check' },
  warn: { colours: 'text-warn bg-warn-soft', icon: 'warning' },
  danger: { colours: 'text-danger bg-danger-soft', icon: 'stop' },
  info: { colours: 'text-info bg-info-soft', icon: 'info' },
  neutral: { colours: 'text-soft bg-sunken', icon: 'dash' },
  progress: { colours: 'text-progress bg-progress-soft', icon: 'progress' },
} as const satisfies Record<Tone, { colours: string; icon: IconName }>

/** A state in a word and a picture; colour only repeats what they say. A state nobody knows is grey. */
export function Badge({ tone, icon, children }: { tone: Tone | undefined; icon?: IconName; children: ReactNode }) {
  const shown = tones[tone ?? 'neutral']
  return (
    <span className={`badge inline-flex items-center gap-1 rounded-xl px-2 py-px text-sm font-medium ${shown.colours}`}>
      <Icon name={icon ?? shown.icon} className="size-3.5" />
      {children}
    </span>
  )
}
