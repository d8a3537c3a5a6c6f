/** The data of a fault's page: facts, trends, occurrences and notes. */
import { operations } from '#contracts/operations'
import { asPanel, type Reader } from '~/backend/reader.server'
import { newKey } from '~/change/idempotency.server'
import { countedIn } from '~/domain/counted'
import { href, nodeHref } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { notUnderstood } from '~/screens/list/not-understood'
import { orRefused } from '~/screens/list/refused-filter.server'
import { relatedTo } from '~/things/fault/related.server'
import { faultRow } from '~/things/fault/row'
import { newestOf, trendsOf } from '~/things/fault/trends.server'
import { windowWord } from '~/ui/chart/window'
import { faultHere, windowOf } from './fault.server'

/** Occurrences per page, newest first. */
const occurrencesShown = 20

export async function faultPage(made: Reader, at: ParamsFor<'fault'>, request: Request) {
  const { panel, may } = made
  const after = new URL(request.url).searchParams.get('after') || undefined
  const [{ fault, timeZone }, notes] = await Promise.all([
    faultHere(made, at),
    panel(operations.listFaultNotes, { path: { id: at.faultId } }),
  ])
  const { equipmentId, faultRuleId, path = [], deviceId } = fault
  const window = windowOf(fault)
  const occurrencesAfter = (continuationToken: string | undefined, pageSize: number) =>
    made.ask(operations.findFaultOccurrences, {
      path: { equipmentId, faultRuleId },
      body: { pageSize, ...(continuationToken && { continuationToken }) },
    })
  const [trends, occurrences, last, related] = await Promise.all([
    trendsOf(made, fault, window),
    asPanel(orRefused(request, occurrencesAfter(after, occurrencesShown), null)),
    after ? asPanel(occurrencesAfter(undefined, 1)) : null,
    relatedTo(made, at, fault),
  ])
  const found = occurrences.ok ? occurrences.value.found : null
  const refused = occurrences.ok ? occurrences.value.refused : {}
  const [newest] = (last ? last.ok && last.value.data : found?.data) || []
  const t = translator(made.language)
  const row = faultRow(at, fault)
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
    newest: newestOf(fault),
    trends,
    /** The evidence is that of the newest occurrence, whichever page is shown. */
    evidence: newest ?? null,
    occurrences: occurrences.ok
      ? {
          ok: true as const,
          rows: found?.data ?? [],
          total: found ? countedIn(found) : null,
          firstHref: after && href('fault', at),
          nextHref: found?.continuationToken ? href('fault', at, { after: found.continuationToken }) : undefined,
        }
      : occurrences,
    unclear: notUnderstood(request, { changed: true }, refused),
    refused,
    related,
    notes,
    mayNote: may('fault.note'),
    formKey: newKey(),
    links: {
      resolve:
        may('fault.resolve') && fault.status !== 'resolved' ? href('faultsResolving', at, { fault: fault.id }) : null,
      history: may('trail.read') ? href('trail', at, { kind: 'fault', id: fault.id }) : null,
      rule: made.features.faultRules && may('rule.read') ? href('rule', { ...at, ruleId: faultRuleId }) : null,
      equipment:
        made.features.equipment && may('equipment.read')
          ? nodeHref(at, path, { id: equipmentId, type: 'equipment' })
          : null,
      device: deviceId && may('device.read') ? nodeHref(at, path, { id: deviceId, type: 'device' }) : null,
      trends: href('faultTrends', at, windowWord(window)),
      csv: href('faultTrendsCsv', at, windowWord(window)),
    },
    crumbs: [
      { name: t('main:view.faults'), href: href('customerFaults', at) },
      { name: row.equipment, href: href('fault', at) },
    ],
    age: made.age(),
  }
}

export type FaultPageData = Awaited<ReturnType<typeof faultPage>>
