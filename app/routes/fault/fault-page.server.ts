/** What the page of a fault shows: what is known of it, what its points did around it, each time it held, and its notes. */
import { operations } from '#contracts/operations'
import type { Reader } from '~/backend/reader.server'
import { newKey } from '~/change/idempotency.server'
import { href, nodeHref } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { relatedTo } from '~/things/fault/related.server'
import { faultRow } from '~/things/fault/row'
import { newestOf, trendsOf } from '~/things/fault/trends.server'
import { windowWord } from '~/ui/chart/window'
import { faultHere, windowOf } from './fault.server'

/** Occurrences that the page lists, the newest first. */
const occurrencesShown = 20

export async function faultPage(made: Reader, at: ParamsFor<'fault'>) {
  const { panel, may } = made
  const [{ fault, timeZone }, notes] = await Promise.all([
    faultHere(made, at),
    panel(operations.listFaultNotes, { path: { id: at.faultId } }),
  ])
  const { equipmentId, faultRuleId, path = [], deviceId } = fault
  const window = windowOf(fault)
  const [trends, occurrences, related] = await Promise.all([
    trendsOf(made, fault, window),
    panel(operations.findFaultOccurrences, {
      path: { equipmentId, faultRuleId },
      body: { pageSize: occurrencesShown },
    }),
    relatedTo(made, at, fault),
  ])
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
    occurrences,
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
