/** Write controls on the page of a point: a timed override that unfolds, other writes as links. */
import { metaFields } from '~/change/plan'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { TextArea } from '~/ui/field'
import { Form, SubmitRow } from '~/ui/form'
import { A } from '~/ui/link'
import type { PointData } from './point-page.server'
import { DurationFields, type InputOf, ValueField } from './write-fields'

/** Renders nothing without permission to write, or for a read-only point. */
export function WriteControls({ data: { control } }: { data: PointData }) {
  const t = useT()
  if (!control) return null
  const { inputs, links, formKey, seen } = control
  const defaults: Record<string, string> = { pointValue: inputs.now, duration: '1', unit: 'hours' }
  const input: InputOf = (name) => ({ name, defaultValue: defaults[name], error: undefined })
  const others = [
    { label: t('main:point.writing.pointHold.title'), href: links.hold },
    { label: t('main:point.writing.pointValue.title'), href: links.value },
    { label: t('main:point.writing.pointEmergency.title'), href: links.emergency },
  ].filter((one): one is { label: string; href: string } => one.href !== null)
  if (!links.override && others.length === 0) return null
  return (
    <div className="writes no-print">
      {links.override && (
        <details>
          <summary className="button primary">{t('main:point.writing.pointOverride.open')}</summary>
          <h2>{t('main:point.writing.pointOverride.title')}</h2>
          <Form action={links.override} hidden={{ [metaFields.stage]: 'apply', [metaFields.key]: formKey, seen }}>
            <ValueField inputs={inputs} input={input} />
            <DurationFields inputs={inputs} input={input} />
            <TextArea
              name={metaFields.reason}
              label={t('field.reason')}
              hint={t('field.reasonHint')}
              rows={2}
              maxLength={500}
            />
            <SubmitRow label={t('main:point.writing.pointOverride.submit')} />
          </Form>
        </details>
      )}
      {others.map(({ label, href }) => (
        <A key={href} href={href}>
          {label}
        </A>
      ))}
    </div>
  )
}

interface ReleaseButtonProps {
  action: string
  formKey: string
  /** The value at the level when the page was rendered. */
  seen: string
  label: string
}

/** Releases a level in one step. The form has its own key, so a second click releases nothing else. */
export function ReleaseButton({ action, formKey, seen, label }: ReleaseButtonProps) {
  return (
    <Form action={action} hidden={{ [metaFields.stage]: 'apply', [metaFields.key]: formKey, seen }} className="">
      <Button>{label}</Button>
    </Form>
  )
}
