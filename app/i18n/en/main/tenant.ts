const tenant = {}

export default tenant
