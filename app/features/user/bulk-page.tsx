/** The page of a change of several people. */
import type { ComponentProps, ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { BulkPage, maxShownThings } from '~/kit/bulk/bulk-page'
import type { SelectedPerson } from './bulk.server'
import { rolePlanWords } from './role-names'

type BulkProps = ComponentProps<typeof BulkPage>

export function PeopleBulkPage({
  kind,
  data,
  inputs,
}: Pick<BulkProps, 'inputs'> & {
  kind: 'give' | 'take' | 'offboard' | 'delete'
  data: BulkProps['data'] & { people: readonly SelectedPerson[] }
}) {
  const t = useT()
  return (
    <BulkPage
      id="people"
      data={data}
      hasSteps
      look={kind === 'give' ? 'primary' : 'danger'}
      words={{
        ...rolePlanWords(t),
        title: t(`main:user.bulk.${kind}.title`),
        intro: t(`main:user.bulk.${kind}.intro`, { name: data.place }),
        apply: (count) => t(`main:user.bulk.${kind}.apply`, { count }),
        none: t('main:user.bulk.nobody'),
        noneText: t('main:user.bulk.nobodyHint'),
        choose: t('main:user.bulk.choose'),
      }}
      inputs={inputs}
      table={{ title: t('count.users', { count: data.total }), rows: <Names people={data.people} /> }}
    />
  )
}

function Names({ people }: { people: readonly SelectedPerson[] }): ReactNode {
  return (
    <ul className="columns-1 gap-8 px-4 py-2 sm:columns-2 lg:columns-3">
      {people.slice(0, maxShownThings).map(({ id, name }) => (
        <li key={id}>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}
