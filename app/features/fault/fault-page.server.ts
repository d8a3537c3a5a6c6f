/** The data of a fault's page: facts, trends, occurrences and notes. */
import type { Trends } from '#contracts/faults'
import { operations } from '#contracts/operations'
import { asPanel, type Reader } from '~/backend/reader.server'
import { unitSystemOf } from '~/backend/tenant-user'
import { newKey } from '~/change/idempotency.server'
import { countInReply } from '~/domain/count'
import { href, nodeHref } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { findOrRefused } from '~/kit/list/refused-filter.server'
import { unknownParams } from '~/kit/list/unknown-params'
import type { ParamsFor } from '~/paths'
import { windowSearch } from '~/ui/chart/window'
import { faultWindow, readFaultAtSite } from './fault.server'
import { relatedFaults } from './related.server'
import { faultRow } from './shared/row'
import { ruleCharts } from './shared/rule-trends.server'
import { lastSeenMs, trendsPanel } from './shared/trends.server'

/** Occurrences per page, newest first. */
const maxOccurrences = 20

export async function faultPageData(reader: Reader, at: ParamsFor<'fault'>, request: Request) {
  const { panel, may } = reader
  const after = new URL(request.url).searchParams.get('after') || undefined
  const [{ fault, timeZone }, notes] = await Promise.all([
    readFaultAtSite(reader, at),
    panel(operations.listFaultNotes, { path: { id: at.faultId } }),
  ])
  const { equipmentId, faultRuleId, path = [], deviceId } = fault
  const window = faultWindow(fault)
  const occurrencesAfter = (continuationToken: string | undefined, pageSize: number) =>
    reader.call(operations.findFaultOccurrences, {
      path: { equipmentId, faultRuleId },
      body: { pageSize, ...(continuationToken && { continuationToken }) },
    })
  const [trends, occurrences, last, related] = await Promise.all([
    trendsPanel(reader, fault, window),
    asPanel(findOrRefused(request, occurrencesAfter(after, maxOccurrences), null)),
    after ? asPanel(occurrencesAfter(undefined, 1)) : null,
    relatedFaults(reader, at, fault),
  ])
  const page = occurrences.ok ? occurrences.value.result : null
  const refused = occurrences.ok ? occurrences.value.refused : {}
  const [newest] = (last ? last.ok && last.value.data : page?.data) || []
  const t = translator(reader.language)
  const row = faultRow(at, fault)
  const system = unitSystemOf(reader.person, at.tenantId)
  const faultCharts = (own: Trends) => ({
    isEmpty: own.series.every(({ samples }) => samples.length === 0),
    points: own.series.map(({ role, name, unit }) => ({ role, name, unit })),
    charts: ruleCharts(own, { timeZone, system, language: reader.language, maxCharts: 1 }),
  })
  return {
    at,
    row,
    fault: {
      description: fault.description ?? '',
      diagnoses: (fault.possibleDiagnosis ?? '')
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
      detectedAt: fault.detectedAt ?? null,
      lastSeenAt: fault.lastSeenAt ?? null,
      resolvedAt: fault.resolvedAt ?? null,
      resolvedBy: fault.resolvedBy?.fullName ?? '',
      comment: fault.resolutionComment ?? '',
    },
    timeZone,
    newest: lastSeenMs(fault),
    trends: trends.ok ? { ok: true as const, value: faultCharts(trends.value) } : trends,
    /** The evidence is that of the newest occurrence, whichever page is shown. */
    evidence: newest ?? null,
    occurrences: occurrences.ok
      ? {
          ok: true as const,
          rows: page?.data ?? [],
          total: page ? countInReply(page) : null,
          firstHref: after && href('fault', at),
          nextHref: page?.continuationToken ? href('fault', at, { after: page.continuationToken }) : undefined,
        }
      : occurrences,
    unclear: unknownParams(request, { changed: true }, refused),
    refused,
    related,
    notes,
    mayNote: may('fault.note'),
    formKey: newKey(),
    links: {
      resolve:
        may('fault.resolve') && fault.status !== 'resolved' ? href('faultsResolving', at, { fault: fault.id }) : null,
      history: may('trail.read') ? href('trail', at, { kind: 'fault', id: fault.id }) : null,
      rule: reader.features.faultRules && may('rule.read') ? href('rule', { ...at, ruleId: faultRuleId }) : null,
      equipment:
        reader.features.equipment && may('equipment.read')
          ? nodeHref(at, path, { id: equipmentId, type: 'equipment' })
          : null,
      device: deviceId && may('device.read') ? nodeHref(at, path, { id: deviceId, type: 'device' }) : null,
      trends: href('faultTrends', at, windowSearch(window)),
      csv: href('faultTrendsCsv', at, windowSearch(window)),
    },
    crumbs: [
      { name: t('main:view.faults'), href: href('customerFaults', at) },
      { name: row.equipment, href: href('fault', at) },
    ],
    age: reader.age(),
  }
}

export type FaultPageData = Awaited<ReturnType<typeof faultPageData>>
