/** The form that maps points to roles, for one or several similar pieces of equipment (domain §4.6). */
import { Fragment, type ReactNode } from 'react'
import { useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import { formIn, useReply } from '~/change/use-reply'
import { CoverageBar } from '~/features/rule/shared/coverage-bar'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Disclosure } from '~/ui/disclosure'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldError, inputAttributes } from '~/ui/field'
import { fieldId } from '~/ui/field-id'
import { Form, SubmitRow } from '~/ui/form'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import { clearRole, keepRole, type RoleLine } from './units'

export interface MappingData {
  lines: (RoleLine & { name: string })[]
  /** With the number of rules that have all their points. */
  units: { id: string; name: string; place: string; ready: number; total: number }[]
}

/** `children` is rendered between the current state and the form. */
export function MappingFields({
  data,
  cancelHref,
  roleHref,
  children,
}: {
  data: MappingData
  cancelHref: string
  /** Page that maps one role to a point of another controller. */
  roleHref?: (role: string) => string
  children?: ReactNode
}) {
  const t = useT()
  const reply = formIn(useReply())
  const form = useChangeForm(reply, { id: 'mapping', defaultValue: {} })
  const { lines, units } = data
  const ruleCount = units.reduce((sum, { total }) => sum + total, 0)
  const ready = units.reduce((sum, unit) => sum + unit.ready, 0)
  const isOne = units.length === 1
  const numberedLines = lines.map((line, at) => ({ ...line, at }))
  const isLacking = ({ missing, rules }: RoleLine) => missing > 0 && rules.length > 0
  const [lacking, others] = [numberedLines.filter(isLacking), numberedLines.filter((line) => !isLacking(line))]
  return (
    <>
      <ErrorSummary problems={form.problems} />
      <FormNotices reply={reply} />
      {ruleCount > 0 && <CoverageBar coverage={{ all: ruleCount, waiting: ruleCount - ready }} />}
      {children}
      <Form {...form.form} hidden={{ ...form.form.hidden, points: isOne ? 'own' : 'alike' }}>
        <Section title={t('main:mapping.roles')} flush>
          {lacking.length > 0 && <Roles lines={lacking} isOne={isOne} input={form.input} roleHref={roleHref} />}
          {others.length > 0 && (
            <div className="border-t border-line px-4 py-2">
              <Disclosure
                title={t('main:mapping.others', { count: others.length })}
                isOpen={lacking.length === 0 || others.some(({ at }) => form.errorOf(pointName(at)))}
              >
                <Roles lines={others} isOne={isOne} input={form.input} roleHref={roleHref} />
              </Disclosure>
            </div>
          )}
        </Section>
        {isOne ? (
          <input type="hidden" name="equipment" value={units[0]?.id} />
        ) : (
          <Units units={units} selected={reply ? form.valuesOf('equipment') : null} />
        )}
        <SubmitRow label={t('action.review')} cancelHref={cancelHref} />
      </Form>
    </>
  )
}

const pointName = (at: number) => `map[${at}].point`

type NumberedLine = MappingData['lines'][number] & { at: number }

function Roles({
  lines,
  isOne,
  input,
  roleHref,
}: {
  lines: readonly NumberedLine[]
  isOne: boolean
  input: (name: string) => Input
  roleHref: ((role: string) => string) | undefined
}) {
  const t = useT()
  return (
    <Table
      caption={t('main:mapping.roles')}
      rows={lines}
      rowKey={({ role }) => role}
      columns={[
        {
          key: 'role',
          title: t('main:rule.role'),
          isRowHeader: true,
          cell: ({ role, name }) => (
            <>
              {name} <span className="mono font-normal text-soft">{role}</span>
            </>
          ),
        },
        { key: 'state', title: t('main:mapping.now'), cell: (line) => <RoleState line={line} isOne={isOne} /> },
        {
          key: 'rules',
          title: t('main:mapping.neededBy'),
          cell: ({ rules }) =>
            rules.length > 0 ? (
              rules.map((rule, index) => (
                <Fragment key={rule}>
                  <span className="text-sm whitespace-nowrap">
                    {rule}
                    {index < rules.length - 1 && ','}
                  </span>{' '}
                </Fragment>
              ))
            ) : (
              <span className="text-faint">{t('main:mapping.optional')}</span>
            ),
        },
        {
          key: 'point',
          title: t('main:mapping.point'),
          cell: (line) => (
            <>
              <input type="hidden" name={`map[${line.at}].role`} value={line.role} />
              <PointSelect line={line} isOne={isOne} input={input(pointName(line.at))} />
              {roleHref && line.missing > 0 && (
                <A href={roleHref(line.role)} className="text-sm">
                  {t('main:mapping.elsewhere')}
                  <span className="sr-only">: {line.name}</span>
                </A>
              )}
            </>
          ),
        },
      ]}
    />
  )
}

function RoleState({ line: { missing, on, now, rules }, isOne }: { line: RoleLine; isOne: boolean }) {
  const t = useT()
  if (missing === 0) return <bdi className="inline-block min-w-44">{now === '…' ? t('main:mapping.various') : now}</bdi>
  const label = isOne ? t('main:mapping.none') : t('main:mapping.missingOn', { missing, on })
  return rules.length > 0 ? <Badge tone="warn">{label}</Badge> : <span className="text-faint">{label}</span>
}

type Input = ReturnType<ReturnType<typeof useChangeForm>['input']>

/** Renders the select of a role; a suggestion is preselected and shows its confidence. */
function PointSelect({
  line,
  isOne,
  input: { name, defaultValue, error },
}: {
  line: RoleLine & { name: string }
  isOne: boolean
  input: Input
}) {
  const t = useT()
  const format = useFormat()
  const { suggested, options, missing, on } = line
  const id = fieldId(name)
  const nameOf = (key: string) => options.find((option) => option.key === key)?.name ?? key
  return (
    <div className="field">
      <label htmlFor={id} className="sr-only">
        {t('main:mapping.pointFor', { name: line.name })}
      </label>
      {error && <FieldError name={name} error={error} />}
      <select
        {...inputAttributes({ name, error })}
        defaultValue={defaultValue ?? suggested?.key ?? keepRole}
        className="control"
      >
        <option value={keepRole}>{t('main:mapping.leave')}</option>
        {missing < on && <option value={clearRole}>{t('main:mapping.clear')}</option>}
        {options.map((option) => (
          <option key={option.key} value={option.key}>
            {option.name}
            {isOne ? option.group && ` · ${option.group}` : ` · ${t('main:mapping.onOf', { count: option.on })}`}
          </option>
        ))}
      </select>
      {suggested && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {t('main:mapping.suggested', { name: nameOf(suggested.key), share: format.percent(suggested.confidence) })}
        </p>
      )}
    </div>
  )
}

/** Renders the equipment to map; each can be excluded. */
function Units({ units, selected }: { units: MappingData['units']; selected: readonly string[] | null }) {
  const t = useT()
  return (
    <Section title={t('main:mapping.appliedTo', { count: units.length })}>
      <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {units.map(({ id, name, place, ready, total }) => (
          <li key={id} className="flex items-start gap-2">
            <input
              type="checkbox"
              id={`unit-${id}`}
              name="equipment"
              value={id}
              defaultChecked={selected ? selected.includes(id) : true}
              className="mt-0.5"
            />
            <label htmlFor={`unit-${id}`} className="min-w-0">
              <bdi>{name}</bdi>{' '}
              <span className="text-sm text-soft">
                {place} · {t('main:mapping.readyOf', { ready, total })}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Section>
  )
}
