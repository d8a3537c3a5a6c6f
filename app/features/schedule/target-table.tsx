/** The objects that a schedule commands: the points that they are, with their present values. */
import { pointValueText } from '~/features/point/shared/value'
import { useT } from '~/i18n/use-t'
import { Section } from '~/ui/page'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import type { CommandedObject } from './targets.server'

export function TargetTable({ targets }: { targets: readonly CommandedObject[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <Section title={t('main:schedule.targets')} flush={targets.length > 0}>
      {targets.length === 0 ? (
        <p className="text-soft">{t('main:schedule.noTargets')}</p>
      ) : (
        <Table
          caption={t('main:schedule.targets')}
          rows={targets}
          rowKey={({ object }) => object}
          columns={[
            {
              key: 'object',
              title: t('main:schedule.object'),
              isRowHeader: true,
              cell: (row) => <ObjectName of={row} />,
            },
            {
              key: 'value',
              title: t('main:point.value'),
              cell: ({ point }) => pointValueText({ t, format }, point?.valueFormat ?? unknownFormat, point?.value),
            },
            {
              key: 'controller',
              title: t('entity.device'),
              cell: ({ deviceInstance }) => deviceInstance ?? t('main:schedule.ownController'),
            },
          ]}
        />
      )}
    </Section>
  )
}

function ObjectName({ of: { object, point } }: { of: CommandedObject }) {
  if (!point) return object
  return (
    <>
      <a href={point.href}>
        <bdi>{point.name}</bdi>
      </a>{' '}
      <span className="text-soft text-sm">{object}</span>
    </>
  )
}

const unknownFormat = { kind: 'number', unit: null, precision: 1, states: [] } as const
