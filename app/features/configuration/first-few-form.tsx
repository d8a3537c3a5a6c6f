/** Beside the plan of a send to many: the choice to send to a few controllers first. */
import { metaFields, type PlanReply } from '~/change/plan'
import { groupByName } from '~/change/posted'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Select } from '~/ui/field'
import { Form } from '~/ui/form'
import { Section } from '~/ui/page'
import { firstStageSizes } from './first-few'

export function FirstFewForm({ reply }: { reply: PlanReply }) {
  const t = useT()
  const changing = reply.plan.rows.filter(({ effect, timing }) => effect === 'change' || timing === 'held').length
  const choices = firstStageSizes.filter((count) => count < changing)
  const selected = reply.fields.find(([name]) => name === 'first')?.[1] ?? ''
  if (choices.length === 0) return null
  const { first: _, ...fields } = groupByName(reply.fields)
  return (
    <Section title={t('main:send.first.title')}>
      <Form
        hidden={{ ...fields, [metaFields.stage]: 'plan', [metaFields.reason]: reply.reason }}
        className="flex flex-wrap items-end gap-3"
      >
        <Select
          name="first"
          label={t('main:send.first.label')}
          hint={t('main:send.first.hint')}
          defaultValue={selected}
          options={[
            { value: '', label: t('main:send.first.all') },
            ...choices.map((count) => ({ value: String(count), label: t('main:send.first.count', { count }) })),
          ]}
          className="max-w-xs"
        />
        <Button>{t('action.review')}</Button>
      </Form>
    </Section>
  )
}
