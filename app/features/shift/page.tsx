/** The shift page of a customer or a site: events since a moment, open work, and notes. */

import '~/features/overview/shared/overview.css'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as siteContract } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { useT } from '~/i18n/use-t'
import { hasNoControllers, NoControllers } from '~/kit/place/watched'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { useFormat } from '~/ui/use-format'
import { addShiftNote, planShiftNote, ShiftNoteForm } from './note.server'
import { ShiftNotes } from './notes'
import { partNames } from './part'
import { ShiftPart } from './part-section'
import { shiftBudgetMs, shiftData } from './shift-page.server'

export const handle = {
  title: (data, t) => t('main:shift.titleOf', { name: data.place.name }),
  menu: 'shift',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'shift')
  const reader = await readerFor(args, { view: 'shift', budgetMs: shiftBudgetMs })
  const place = await loadMountedPlace(reader, mount)
  const { siteId } = mount.at
  const [site, data] = await Promise.all([
    siteId ? reader.panel(siteContract.getSite, { path: { id: siteId } }) : null,
    shiftData(reader, mount),
  ])
  return {
    place,
    ...data,
    /** The zone of the site; a customer's sites may differ, so times are in the reader's zone there. */
    timeZone: (site?.ok && site.value.timeZone) || null,
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { at, list } = mountOf(args, 'shift')
  const since = new URL(args.request.url).searchParams.get('since')
  return mutate(args, {
    name: 'shift.note',
    about: at.siteId
      ? { kind: 'site', id: at.siteId, name: at.siteId }
      : { kind: 'customer', id: at.customerId, name: at.customerId },
    options: { isDirect: true },
    form: ShiftNoteForm,
    plan: (context) => planShiftNote(context, at),
    async work(context) {
      await addShiftNote(context, at)
      return list({ since, changed: context.changeId })
    },
  })
}

export default function ShiftPage() {
  const t = useT()
  const format = useFormat()
  const { place, window, spans, ownHref, csvHref, parts, watched, notes, note, timeZone } =
    useLoaderData<typeof loader>()
  const zone = timeZone ?? undefined
  const isUnwatched = hasNoControllers(watched)
  return (
    <Stack>
      <PlaceHead place={place} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <nav aria-label={t('main:shift.since')} className="facets no-print">
          <ul>
            {spans.map((one) => (
              <li key={one.span}>
                <A href={one.href} aria-current={one.isCurrent ? 'true' : undefined} className="chip">
                  {t(`main:shift.span.${one.span}`)}
                </A>
              </li>
            ))}
          </ul>
        </nav>
        <p>
          {t('field.since')} <time dateTime={window.since}>{format.dateTime(window.since, zone)}</time>
        </p>
        <p className="no-print ms-auto flex gap-3">
          <A href={ownHref}>{t('main:shift.link')}</A>
          <A href={csvHref}>{t('action.download')}</A>
        </p>
      </div>
      {window.isFirstVisit && (
        <Notice tone="info" quiet>
          {t('main:shift.firstVisit')}
        </Notice>
      )}
      <ShiftNotes notes={notes} note={note} timeZone={zone} />
      {watched && isUnwatched && (
        <Section flush>
          <NoControllers add={watched.add} />
        </Section>
      )}
      <div className="shift">
        {partNames.map((name) => {
          const part = parts[name]
          // Without controllers there is nothing to report on; changes are those of people.
          if (isUnwatched && name !== 'changes') return null
          return part === undefined ? null : <ShiftPart key={name} name={name} part={part} timeZone={zone} />
        })}
      </div>
    </Stack>
  )
}
