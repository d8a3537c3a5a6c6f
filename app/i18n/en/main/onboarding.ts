const onboarding = {
  title: 'Onboarding',
}

export default onboarding
