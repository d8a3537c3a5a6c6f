/**
 * Renders the alarms that follow from one below its row: critical ones by name, the others collapsed behind a count.
 */
import { useT } from '~/i18n/use-t'
import { Disclosure } from '~/ui/disclosure'
import { A } from '~/ui/link'
import { Time } from '~/ui/time'
import type { AlarmRow } from './row'
import { AckBadge, AlarmStateBadge } from './states'

export function FollowingAlarms({ cause }: { cause: AlarmRow }) {
  const t = useT()
  const critical = cause.below.filter(({ severity }) => severity === 'critical')
  const others = cause.below.filter(({ severity }) => severity !== 'critical')
  const because = others.every((one) => one.because === 'offline') ? 'offline' : 'parent'
  return (
    <>
      {critical.length > 0 && <AlarmItems alarms={critical} />}
      {others.length > 0 && (
        <Disclosure title={t(`main:alarm.following.${because}`, { count: others.length })}>
          <AlarmItems alarms={others} />
        </Disclosure>
      )}
    </>
  )
}

/** Alarms one below the other, each with its state, source and acknowledgement. */
export function AlarmItems({ alarms }: { alarms: readonly Omit<AlarmRow, 'below'>[] }) {
  return (
    <ul className="following">
      {alarms.map((one) => (
        <li key={one.id}>
          <AlarmStateBadge alarm={one} />
          {one.href ? <A href={one.href}>{one.message}</A> : <bdi>{one.message}</bdi>}
          <bdi>{[one.equipment || one.device, one.point].filter(Boolean).join(' · ')}</bdi>
          <Time at={one.since} />
          <AckBadge alarm={one} />
        </li>
      ))}
    </ul>
  )
}
