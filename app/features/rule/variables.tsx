/** The internal variables of one piece of equipment, used by its rules, in the reader's units (domain §2.5). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { operations } from '#contracts/operations'
import { readerFor } from '~/backend/reader.server'
import { unitSystemOf } from '~/backend/tenant-user'
import { ChangedNotice } from '~/change/changed-notice'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { serviceProblemText } from '~/change/problem-text'
import { equipmentAt } from '~/features/equipment/shared/equipment.server'
import { EquipmentHeader } from '~/features/equipment/shared/header'
import { limitsText, toInputText, variableSymbol, variablesToForm } from '~/features/variable/shared/values'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { EditSection } from '~/kit/edit/edit-section'
import { Fieldset } from '~/ui/choice-field'
import { EmptyState } from '~/ui/empty-state'
import { TextInput } from '~/ui/field'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Table } from '~/ui/table'
import { rulesBudgetMs } from './shared/rules.server'
import { planVariables, saveVariables, VariablesForm } from './variables.server'

export const handle = {
  title: (data, t) => t('main:rule.variable.of', { name: data.heading.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

/** Rules named per variable; further ones are counted. */
const maxRulesNamed = 3

/** The groups in the order of the page. */
const groups = ['threshold', 'limit', 'delay'] as const

export async function loader(args: LoaderFunctionArgs) {
  const at = address('equipmentVariables', args.params)
  const reader = await readerFor(args, { view: 'variables', budgetMs: rulesBudgetMs })
  const { equipment, heading, crumbs } = await equipmentAt(reader, {
    name: 'equipmentVariables',
    at,
    request: args.request,
  })
  const read = await reader.panel(operations.getInternalVariables, { path: { id: equipment.id } })
  const reading = { system: unitSystemOf(reader.person, at.tenantId), language: reader.language }
  const variables = read.ok ? read.value.variables : []
  return {
    tenantId: at.tenantId,
    heading,
    problem: read.ok ? null : read.problem,
    lines: variables.map((variable) => ({
      key: variable.key,
      name: variable.name,
      group: variable.group,
      rules: [...variable.usedByRules],
      isOverridden: variable.isOverridden,
      symbol: variableSymbol(variable, reading),
      now: toInputText(variable, variable.value, reading),
      ...limitsText(variable, reading),
    })),
    original: read.ok ? { version: read.value.eTag, values: variablesToForm(variables, reading) } : null,
    mayEdit: reader.may('intvar.write'),
    copyHref: reader.may('intvar.write') && variables.length > 0 ? href('variablesCopying', at) : null,
    formKey: newKey(),
    cancelHref: href('equipmentVariables', at),
    crumbs: [
      ...crumbs,
      { name: translator(reader.language)('main:view.variables'), href: href('equipmentVariables', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('equipmentVariables', args.params)
  return mutate(args, {
    name: 'variables.save',
    about: { kind: 'equipment', id: at.equipmentId, name: at.equipmentId },
    options: { isDirect: true },
    form: VariablesForm,
    plan: (context) => planVariables(context, at),
    async work(context) {
      await saveVariables(context, at)
      return href('equipmentVariables', at, { changed: context.changeId })
    },
  })
}

export default function VariablesPage() {
  const t = useT()
  const { tenantId, heading, problem, lines, mayEdit, copyHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <EquipmentHeader
        equipment={heading}
        view="variables"
        actions={copyHref && <ButtonLink href={copyHref}>{t('main:rule.variable.copying.link')}</ButtonLink>}
      />
      <ChangedNotice tenantId={tenantId} name={heading.name} />
      {problem ? (
        <Section>
          <Unavailable detail={serviceProblemText(t, problem)} />
        </Section>
      ) : lines.length === 0 ? (
        <Section>
          <EmptyState title={t('main:rule.variable.none')}>{t('main:rule.variable.noneText')}</EmptyState>
        </Section>
      ) : mayEdit ? (
        <VariableInputs />
      ) : (
        <VariableTable />
      )}
    </Stack>
  )
}

function VariableInputs() {
  const t = useT()
  const { lines, original, formKey, cancelHref } = useLoaderData<typeof loader>()
  const labels = new Map(lines.map(({ key, name, symbol }) => [key, symbol ? `${name} (${symbol})` : name]))
  const fieldLabel = (name: string) => labels.get(name) ?? name
  const valueText = (_: string, value: string) => value || t('main:rule.variable.isDefault')
  return (
    <EditSection
      id="variables"
      intro={<p className="max-w-prose text-soft">{t('main:rule.variable.intro')}</p>}
      words={{ fieldLabel, valueText }}
      original={original}
      formKey={formKey}
      cancelHref={cancelHref}
    >
      {(form) =>
        groups.map((group) => {
          const own = lines.filter((line) => line.group === group)
          if (own.length === 0) return null
          return (
            <Fieldset key={group} legend={t(`main:rule.variable.group.${group}`)}>
              <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
                {own.map(({ key, min, max, step, defaultValue, rules }) => (
                  <TextInput
                    key={key}
                    {...form.input(key)}
                    label={fieldLabel(key)}
                    hint={t('main:rule.variable.hint', {
                      value: defaultValue,
                      min,
                      max,
                      step,
                      rules:
                        rules.length > maxRulesNamed
                          ? t('main:rule.variable.usedBy', { count: rules.length })
                          : rules.join(', '),
                    })}
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={40}
                  />
                ))}
              </div>
            </Fieldset>
          )
        })
      }
    </EditSection>
  )
}

/** Read-only view. */
function VariableTable() {
  const t = useT()
  const { lines } = useLoaderData<typeof loader>()
  return (
    <Section flush>
      <Table
        caption={t('main:rule.variable.title')}
        rows={lines}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'name',
            title: t('main:rule.variable.one'),
            isRowHeader: true,
            cell: ({ name, key }) => (
              <>
                {name} <span className="mono font-normal text-soft">{key}</span>
              </>
            ),
          },
          {
            key: 'now',
            title: t('main:rule.variable.value'),
            align: 'end',
            cell: ({ now, symbol, isOverridden }) => (
              <span className={isOverridden ? 'font-semibold' : ''}>
                {now} {symbol}
              </span>
            ),
          },
          { key: 'default', title: t('main:rule.variable.default'), align: 'end', cell: (line) => line.defaultValue },
          {
            key: 'range',
            title: t('main:rule.variable.range'),
            align: 'end',
            cell: ({ min, max }) => t('main:rule.variable.between', { min, max }),
          },
        ]}
      />
    </Section>
  )
}
