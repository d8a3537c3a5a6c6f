const packages = {
  title: 'Packages',
}

export default packages
