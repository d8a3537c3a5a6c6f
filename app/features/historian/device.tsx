/** The data logging of a controller: points, interval or COV, and retention (domain §6.3). */

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asPanel, readerFor } from '~/backend/reader.server'
import { unitSystemOf } from '~/backend/tenant-user'
import type { ChangeForm } from '~/change/change-form'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { serviceProblemText } from '~/change/problem-text'
import { onboardingOf } from '~/features/device/shared/onboarding-of'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import {
  changeUnit,
  hasMinChange,
  loggedOnChange,
  loggingIntervalsSec,
  loggingLabel,
  loggingModeText,
  loggingText,
  minChangeField,
  modeField,
  notLogged,
} from '~/features/point/shared/data-logging'
import { historianOf } from '~/features/point/shared/historian.server'
import { objectText } from '~/features/point/shared/object-text'
import { variableSymbol } from '~/features/variable/shared/values'
import { address, href } from '~/hrefs'
import { useLanguage, useT } from '~/i18n/use-t'
import { EditSection } from '~/kit/edit/edit-section'
import { Checkbox } from '~/ui/choice-field'
import { EmptyState } from '~/ui/empty-state'
import { Facts } from '~/ui/facts'
import { Select, TextInput } from '~/ui/field'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Table, type TableColumn } from '~/ui/table'
import { HistorianForm, historianFormValues, planHistorian, saveHistorian } from './save.server'

export const handle = {
  title: (data, t) => t('main:historian.of', { name: data.place.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'historian')
  const reader = await readerFor(args, { view: 'historian' })
  const at = address('deviceHistorian', args.params)
  const [place, historianPanel] = await Promise.all([loadMountedPlace(reader, mount), asPanel(historianOf(reader, at))])
  const reading = { system: unitSystemOf(reader.person, at.tenantId), language: reader.language }
  const { points, isCut, historian } = historianPanel.ok
    ? historianPanel.value
    : { points: [], isCut: false, historian: null }
  const settings = historian ?? historianFromPoints(at.deviceId, points)
  const values = historianFormValues(settings, points, reading)
  return {
    place,
    problem: historianPanel.ok ? null : historianPanel.problem,
    onboardingHref: onboardingOf(reader, at, place.device),
    isCut,
    isTold: historian !== null,
    lines: points.map((point) => ({
      id: point.id,
      name: point.displayName || point.name,
      href: href('point', { ...at, pointId: point.id }),
      object: objectText(reader.language, point),
      how: modeField(point),
      least: hasMinChange(point) ? minChangeField(point) : null,
      symbol: variableSymbol(changeUnit(point), reading),
    })),
    original: { version: historian?.eTag ?? '', values },
    mayEdit: historian !== null && reader.may('config.write'),
    formKey: newKey(),
    cancelHref: href('devicePoints', at),
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

/** Returns the logging of each point where the backend has no call for the controller as a whole. */
function historianFromPoints(deviceId: string, points: Awaited<ReturnType<typeof historianOf>>['points']) {
  return {
    deviceId,
    enabled: true,
    retentionDays: 0,
    pointCount: points.length,
    points: points.flatMap(({ id, historian }) =>
      historian?.enabled
        ? [{ pointId: id, mode: historian.mode, intervalSec: historian.intervalSec, covIncrement: null }]
        : [],
    ),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('deviceHistorian', args.params)
  return mutate(args, {
    name: 'historian.save',
    about: { kind: 'device', id: at.deviceId, name: at.deviceId },
    options: { isDirect: true },
    form: HistorianForm,
    plan: (context) => planHistorian(context, at),
    async work(context) {
      await saveHistorian(context, at)
      return href('deviceHistorian', at, { changed: context.changeId })
    },
  })
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>
type Line = Data['lines'][number]

export default function HistorianPage() {
  const t = useT()
  const { place, problem, onboardingHref, isCut, isTold, lines, mayEdit } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PlaceHead place={place} />
      {isCut && (
        <Notice tone="info" title={t('main:historian.cut')}>
          {t('main:historian.cutText', { count: lines.length })}
        </Notice>
      )}
      {problem ? (
        <Section>
          <Unavailable detail={serviceProblemText(t, problem)} />
        </Section>
      ) : lines.length === 0 ? (
        <Section>
          <EmptyState
            title={t(onboardingHref === undefined ? 'main:point.empty' : 'empty.notOnboarded')}
            offers={[{ label: t('main:change.device.onboard'), href: onboardingHref, isMain: true }]}
          >
            {t(onboardingHref === undefined ? 'main:point.emptyText' : 'empty.notOnboardedText')}
          </EmptyState>
        </Section>
      ) : mayEdit ? (
        <Edit />
      ) : (
        <>
          {!isTold && (
            <Notice tone="info" quiet>
              {t('main:historian.fixed')}
            </Notice>
          )}
          <Values />
        </>
      )}
    </Stack>
  )
}

function Edit() {
  const t = useT()
  const language = useLanguage()
  const { place, lines, original, formKey, cancelHref } = useLoaderData<typeof loader>()
  const labels = new Map(
    lines.flatMap((line) => [
      [line.how, t('main:historian.howOf', { name: line.name })] as const,
      ...(line.least ? [[line.least, leastLabel(t, line)] as const] : []),
    ]),
  )
  const fieldLabel = (name: string) => labels.get(name) ?? loggingLabel({ t, language }, name)
  const valueText = (name: string, value: string) => loggingText({ t, language }, name, value)
  const hiddenLabel = (text: string) => <span className="sr-only">{text}</span>
  const columns = (form: ChangeForm): TableColumn<Line>[] => [
    nameColumn(t('main:point.one')),
    {
      key: 'how',
      title: t('main:historian.how'),
      cell: ({ how }) => (
        <Select
          {...form.input(how)}
          label={hiddenLabel(fieldLabel(how))}
          options={modeOptions(original.values[how] ?? notLogged).map((value) => ({
            value,
            label: loggingModeText({ t, language }, value),
          }))}
        />
      ),
    },
    {
      key: 'least',
      title: t('main:historian.least'),
      cell: ({ least }) =>
        least && (
          <TextInput
            {...form.input(least)}
            label={hiddenLabel(fieldLabel(least))}
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            className="!w-28"
          />
        ),
    },
  ]
  return (
    <EditSection
      id="historian"
      intro={<p className="max-w-prose text-soft">{t('main:historian.intro')}</p>}
      words={{ fieldLabel, valueText }}
      original={original}
      formKey={formKey}
      cancelHref={cancelHref}
    >
      {(form) => (
        <>
          <Checkbox {...form.box('enabled')} label={fieldLabel('enabled')} hint={t('main:historian.enabledHint')} />
          <TextInput
            {...form.input('retentionDays')}
            label={fieldLabel('retentionDays')}
            hint={t('main:historian.retentionHint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            className="!w-28"
          />
          <p className="max-w-prose text-soft">{t('main:historian.leastHint')}</p>
          <Table
            caption={t('main:historian.of', { name: place.name })}
            columns={columns(form)}
            rows={lines}
            rowKey={({ id }) => id}
          />
        </>
      )}
    </EditSection>
  )
}

/** Returns the options of a select: not logged, on change, the usual intervals and the current one. */
function modeOptions(now: string): string[] {
  const seconds = [...new Set([...loggingIntervalsSec.map(String), ...(now && now !== loggedOnChange ? [now] : [])])]
  return [notLogged, loggedOnChange, ...seconds.sort((one, other) => Number(one) - Number(other))]
}

const leastLabel = (t: ReturnType<typeof useT>, { name, symbol }: Line) =>
  symbol ? t('main:historian.leastOfIn', { name, unit: symbol }) : t('main:historian.leastOf', { name })

const nameColumn = (title: string): TableColumn<Line> => ({
  key: 'name',
  title,
  isRowHeader: true,
  cell: ({ name, href, object }) => (
    <>
      <A href={href}>
        <bdi>{name}</bdi>
      </A>{' '}
      <span className="mono font-normal text-soft">{object}</span>
    </>
  ),
})

/** The read-only view, for readers without the right to edit and for backends without the call. */
function Values() {
  const t = useT()
  const language = useLanguage()
  const { place, lines, original, isTold } = useLoaderData<typeof loader>()
  const { values } = original
  return (
    <>
      {isTold && (
        <Section>
          <Facts
            facts={[
              { term: t('main:historian.enabled'), value: t(values.enabled ? 'word.yes' : 'word.no') },
              { term: t('main:historian.retention'), value: values.retentionDays },
            ]}
          />
        </Section>
      )}
      <Section flush>
        <Table
          caption={t('main:historian.of', { name: place.name })}
          columns={[
            nameColumn(t('main:point.one')),
            {
              key: 'how',
              title: t('main:historian.how'),
              cell: ({ how }) => loggingModeText({ t, language }, values[how] ?? notLogged),
            },
            ...(isTold
              ? [
                  {
                    key: 'least',
                    title: t('main:historian.least'),
                    align: 'end' as const,
                    cell: ({ least, symbol }: Line) =>
                      least && values[least] ? `${values[least]}\u00a0${symbol}`.trim() : null,
                  },
                ]
              : []),
          ]}
          rows={lines}
          rowKey={({ id }) => id}
        />
      </Section>
    </>
  )
}
