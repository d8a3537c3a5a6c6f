/** Requests the state of a controller; the answer is read once, five seconds later (domain §6.2, spec §9). */
import { type ActionFunctionArgs, data, type HeadersArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { FormNotices } from '~/change/form-notices'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { metaFields } from '~/change/plan'
import { formIn, useReply } from '~/change/use-reply'
import { controllerAt } from '~/features/device/shared/controller.server'
import { DeviceHeader } from '~/features/device/shared/header'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { entitySubject } from '~/kit/edit/thing.server'
import { refreshHeader, rereadSeconds } from '~/kit/frame/refresh'
import { Form, SubmitRow } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'

export const handle = {
  title: (page, t) => t('main:onboarding.state.titleOf', { name: page.heading.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceStateRequest', args.params)
  const reader = await readerFor(args, { capability: 'device.test' })
  const { heading, crumbs } = await controllerAt(reader, { name: 'deviceStateRequest', at, request: args.request })
  const isRequested = new URL(args.request.url).searchParams.get('asked') === '1'
  const deviceHref = href('device', at)
  const crumb = {
    name: translator(reader.language)('main:onboarding.state.title'),
    href: href('deviceStateRequest', at),
  }
  return data(
    { heading, crumbs: [...crumbs, crumb], deviceHref, isAsked: isRequested, formKey: newKey(), age: reader.age() },
    isRequested ? { headers: refreshHeader(deviceHref, rereadSeconds) } : {},
  )
}

export async function action(args: ActionFunctionArgs) {
  const at = address('deviceStateRequest', args.params)
  return mutate(args, {
    name: 'device.refresh',
    about: { kind: 'device', id: at.deviceId, name: at.deviceId },
    options: { isDirect: true },
    form: z.object({}),
    async plan({ read }) {
      const device = await read(site.getDevice, { path: { id: at.deviceId } })
      return {
        rows: [{ subject: entitySubject('device', device), effect: 'change', fields: [], before: null, after: null }],
      }
    },
    async work({ write }) {
      await write(site.syncState, { body: { deviceIds: [at.deviceId] } }, [at.deviceId])
      return href('deviceStateRequest', at, { asked: 1 })
    },
  })
}

export default function StateRequest() {
  const t = useT()
  const { heading, isAsked: isRequested, deviceHref, formKey } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  return (
    <Stack>
      <DeviceHeader device={heading} view="onboarding" />
      {isRequested && !reply ? (
        <Notice tone="ok" title={t('main:onboarding.state.asked')}>
          <p>{t('main:onboarding.state.askedText', { count: rereadSeconds })}</p>
          <A href={deviceHref}>{t('main:onboarding.state.now')}</A>
        </Notice>
      ) : (
        <Section title={t('main:onboarding.state.title')}>
          <FormNotices reply={reply} />
          <Form hidden={{ [metaFields.stage]: 'apply', [metaFields.key]: reply?.key ?? formKey }}>
            <p>{t('main:onboarding.state.text')}</p>
            <SubmitRow label={t('main:onboarding.state.ask')} cancelHref={deviceHref} />
          </Form>
        </Section>
      )}
    </Stack>
  )
}
