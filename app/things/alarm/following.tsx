/** The alarms that follow from one, below its row: how many, and each behind a press. */
import { useT } from '~/i18n/use-t'
import { Disclosure } from '~/ui/disclosure'
import { A } from '~/ui/link'
import { Time } from '~/ui/time'
import type { AlarmRow } from './row'
import { AckState, AlarmState } from './states'

export function FollowingAlarms({ cause }: { cause: AlarmRow }) {
  const t = useT()
  const { below } = cause
  const because = below.every((one) => one.because === 'offline') ? 'offline' : 'parent'
  return (
    <Disclosure title={t(`main:alarm.following.${because}`, { count: below.length })}>
      <ul className="following">
        {below.map((one) => (
          <li key={one.id}>
            <AlarmState alarm={one} />
            {one.href ? <A href={one.href}>{one.message}</A> : <bdi>{one.message}</bdi>}
            <bdi>{[one.equipment || one.device, one.point].filter(Boolean).join(' · ')}</bdi>
            <Time at={one.since} />
            <AckState alarm={one} />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
