/** Points with boxes: with scripts a tick draws or removes a line at once, without them a button adds what is ticked. */
import { Link, useNavigate } from '@remix-run/react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { HiddenFields } from '~/ui/form'
import { useIsInteractive } from '~/ui/use-is-interactive'
import { useShownPoints } from './shown-points'
import type { TrendsPageData } from './trends-page.server'

interface PointBoxesProps {
  data: TrendsPageData
  /** The accessible name of the group. */
  legend: string
  rows: readonly { id: string; name: string; where?: string }[]
  /** Below the points. */
  children?: ReactNode
}

export function PointBoxes({ data, legend, rows, children }: PointBoxesProps) {
  const t = useT()
  const id = useId()
  const navigate = useNavigate()
  const isInteractive = useIsInteractive()
  const { at, params, q, open, max } = data
  const shown = useShownPoints(data)
  const form = useRef<HTMLFormElement>(null)
  // What was ticked before the page was React's.
  useEffect(() => {
    const early = form.current?.querySelector('input:checked:not(:disabled)')
    if (!isInteractive && early) form.current?.requestSubmit()
  }, [isInteractive])
  const hrefOf = (point: readonly string[]) => href('customerTrends', at, { ...params, q: q || null, in: open, point })
  const toggle = (pointId: string) => {
    const point = shown.includes(pointId) ? shown.filter((one) => one !== pointId) : [...shown, pointId]
    navigate(hrefOf(point), { preventScrollReset: true })
  }
  const others = rows.filter(({ id: pointId }) => !shown.includes(pointId))
  const isRoom = shown.length + others.length <= max
  return (
    <form ref={form} method="get" className="picker-matches">
      <HiddenFields values={{ ...params, q: q || null, in: open, point: data.pointIds }} />
      <fieldset>
        <legend className="sr-only">{legend}</legend>
        <ul>
          {rows.map(({ id: pointId, name, where }) => {
            const isShown = shown.includes(pointId)
            return (
              <li key={pointId}>
                <label htmlFor={`${id}-${pointId}`}>
                  <input
                    id={`${id}-${pointId}`}
                    type="checkbox"
                    name="point"
                    value={pointId}
                    checked={isShown}
                    disabled={isInteractive ? !isShown && shown.length >= max : isShown}
                    onChange={() => toggle(pointId)}
                  />
                  <span>
                    <bdi>{name}</bdi>
                    {where && (
                      <small>
                        <bdi>{where}</bdi>
                      </small>
                    )}
                  </span>
                </label>
              </li>
            )
          })}
        </ul>
      </fieldset>
      {children}
      {/* Of one height, so that nothing moves under the pointer once the page is React's. */}
      <div className="picker-foot">
        {isInteractive ? (
          t('main:trend.selected', { shown: shown.length, most: max })
        ) : (
          <Button>{t('main:trend.add')}</Button>
        )}
        {others.length > 1 && isRoom && (
          <Link to={hrefOf([...shown, ...others.map((one) => one.id)])} preventScrollReset>
            {t('main:trend.addAll', { count: others.length })}
          </Link>
        )}
      </div>
    </form>
  )
}
