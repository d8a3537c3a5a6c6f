/** The page of a person without access: how the console knows them, and whom to contact. */
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Actions } from '~/ui/button'
import { Email } from '~/ui/email'
import { Facts } from '~/ui/facts'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Section } from '~/ui/page'
import { useFormat } from '~/ui/use-format'

export interface PersonWithoutAccess {
  name: string
  email: string | null
  username: string | null
  /** Names of the tenants whose records list the person. */
  tenants: string[]
}

export function NoAccess({ person }: { person: PersonWithoutAccess }) {
  const t = useT()
  const tenants = useFormat().list(person.tenants)
  return (
    <>
      <PageHeader name={t('main:home.noAccess.title')} />
      <p className="max-w-prose">{t('main:home.noAccess.text')}</p>
      <Section title={t('main:home.noAccess.youAre')}>
        <Facts
          facts={[
            { term: t('main:home.noAccess.name'), value: <bdi>{person.name}</bdi> },
            { term: t('main:home.noAccess.email'), value: person.email && <Email>{person.email}</Email> },
            { term: t('main:home.noAccess.signInName'), value: person.username && <bdi>{person.username}</bdi> },
            ...(tenants ? [{ term: t('main:home.noAccess.tenants'), value: <bdi>{tenants}</bdi> }] : []),
          ]}
        />
      </Section>
      <Section title={t('main:home.noAccess.todo')}>
        <p className="mb-3 max-w-prose">
          {tenants ? t('main:home.noAccess.ask', { tenants }) : t('main:home.noAccess.askUnknown')}
        </p>
        <Actions>
          <ButtonLink href={href('home', {})}>{t('main:home.noAccess.again')}</ButtonLink>
        </Actions>
      </Section>
    </>
  )
}
