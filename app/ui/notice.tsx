import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons'

type NoticeTone = 'info' | 'ok' | 'warn' | 'danger'

const tones = {
  info: { colours: 'border-info bg-info-soft', ink: 'text-info', icon: 'info' },
  ok: { colours: 'border-ok bg-ok-soft', ink: 'text-ok', icon: 'check' },
  warn: { colours: 'border-warn bg-warn-soft', ink: 'text-warn', icon: 'warning' },
  danger: { colours: 'border-danger bg-danger-soft', ink: 'text-danger', icon: 'stop' },
} as const satisfies Record<NoticeTone, { colours: string; ink: string; icon: IconName }>

/**
 * A notice before the content. Warnings and errors are announced at once, others politely; `quiet` notices are part of
 * the page and not announced.
 */
export function Notice({
  tone,
  title,
  quiet = false,
  children,
}: {
  tone: NoticeTone
  title?: ReactNode
  quiet?: boolean
  children?: ReactNode
}) {
  const look = tones[tone]
  const role = tone === 'danger' || tone === 'warn' ? 'alert' : 'status'
  return (
    <div
      role={quiet ? undefined : role}
      className={`notice flex gap-2.5 rounded-md border-s-4 px-3 py-2.5 ${look.colours}`}
    >
      <span className={`pt-0.5 ${look.ink}`}>
        <Icon name={look.icon} />
      </span>
      <div className="flex min-w-0 flex-col gap-1">
        {title && <p className={`font-semibold ${look.ink}`}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}
