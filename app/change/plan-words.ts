/** The texts of a plan: of the page, of its fields, and of its reasons and notes. */
import { keyText } from '~/i18n/error-text'
import type { Translate } from '~/i18n/instance'
import type { PlanField, PlanReply } from './plan'

export interface PlanWords {
  /** Caption of the rows, for screen readers. */
  caption: string
  /** Heading of the column of things. */
  subjectTitle: string
  /** Heading of the lines and the text of an empty value, where the lines are not settings. */
  fieldTitle?: string
  emptyText?: string
  /** Returns the count of the lines, such as "5 settings", which is the default. */
  countFields?: (count: number) => string
  /** Returns the text of a value that the plan has as a code. */
  valueText?: (field: string, value: string) => string
}

/** Returns the text of the name of a field: its label, else a message key. */
export function planFieldText(t: Translate, { name, label }: Pick<PlanField, 'name' | 'label'>): string {
  return label ?? keyText(t, name)
}

/** Returns the plan with its values as texts; its hash is still that of the codes. */
export function withValueTexts(reply: PlanReply, { valueText }: Pick<PlanWords, 'valueText'>): PlanReply {
  if (!valueText) return reply
  const rows = reply.plan.rows.map((row) => ({
    ...row,
    fields: row.fields.map(({ from, to, ...field }) => ({
      ...field,
      from: from && valueText(field.name, from),
      to: to && valueText(field.name, to),
    })),
  }))
  return { ...reply, plan: { ...reply.plan, rows } }
}
