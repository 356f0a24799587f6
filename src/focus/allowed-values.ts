/** Service categories, and the subcategories of each: the same in FOCUS 1.2 and 1.3 (CC BY 4.0). */
const services = `
AI and Machine Learning: AI Platforms, Bots, Generative AI, Machine Learning, Natural Language Processing, Other (AI and Machine Learning)
Analytics: Analytics Platforms, Business Intelligence, Data Processing, Search, Streaming Analytics, Other (Analytics)
Business Applications: Productivity and Collaboration, Other (Business Applications)
Compute: Containers, End User Computing, Quantum Compute, Serverless Compute, Virtual Machines, Other (Compute)
Databases: Caching, Data Warehouses, Ledger Databases, NoSQL Databases, Relational Databases, Time Series Databases, Other (Databases)
Developer Tools: Developer Platforms, Continuous Integration and Deployment, Development Environments, Source Code Management, Quality Assurance, Other (Developer Tools)
Multicloud: Multicloud Integration, Other (Multicloud)
Identity: Identity and Access Management, Other (Identity)
Integration: API Management, Messaging, Workflow Orchestration, Other (Integration)
Internet of Things: IoT Analytics, IoT Platforms, Other (Internet of Things)
Management and Governance: Architecture, Compliance, Cost Management, Data Governance, Disaster Recovery, Endpoint Management, Observability, Support, Other (Management and Governance)
Media: Content Creation, Gaming, Media Streaming, Mixed Reality, Other (Media)
Migration: Data Migration, Resource Migration, Other (Migration)
Mobile: Other (Mobile)
Networking: Application Networking, Content Delivery, Network Connectivity, Network Infrastructure, Network Routing, Network Security, Other (Networking)
Security: Secret Management, Security Posture Management, Threat Detection and Response, Other (Security)
Storage: Backup Storage, Block Storage, File Storage, Object Storage, Storage Platforms, Other (Storage)
Web: Application Platforms, Other (Web)
Other: Other (Other)
`;

/** The alphabetic codes of ISO 4217. */
const currencies = `
AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP
BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB
EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY
KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR
MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB
RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD
TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG
XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWG ZWL
`;

/** The subcategories of each service category. */
export const subcategories: ReadonlyMap<string, readonly string[]> = new Map(
  services
    .trim()
    .split('\n')
    .map((line) => {
      const [category = '', names = ''] = line.split(': ');
      return [category, names.split(', ')];
    }),
);

export const nationalCurrencies: ReadonlySet<string> = new Set(currencies.trim().split(/\s+/));
