/**
 * Table E.1-1 of DICOM PS3.15 2024b, as data: tag, VR, action of the Basic Application Level Confidentiality Profile, options, name. The
 * four rows for whole groups (private, curves, overlay data and comments) are in profile.ts. A letter is an option that changes the action:
 *
 *   u  Retain UIDs: keep                        p, P  Retain Patient Characteristics: keep, clean
 *   d  Retain Device Identity: keep             c     Clean Descriptors: clean
 *   i  Retain Institution Identity: keep        s     Clean Structured Content: clean
 *   t  Retain Longitudinal Temporal Information: keep with Full Dates, clean with Modified Dates
 *   g  Clean Graphics: clean
 *
 * Source and checks: docs/decisions/422-deidentification-profile.md.
 */
export const TABLE_E1_1 = `
0000,1000 UI X u Affected SOP Instance UID
0000,1001 UI U u Requested SOP Instance UID
0002,0003 UI U u Media Storage SOP Instance UID
0004,1511 UI U u Referenced SOP Instance UID in File
0008,0012 DA X/D t Instance Creation Date
0008,0013 TM X/Z/D t Instance Creation Time
0008,0014 UI U u Instance Creator UID
0008,0015 DT X t Instance Coercion DateTime
0008,0017 UI U u Acquisition UID
0008,0018 UI U u SOP Instance UID
0008,0019 UI U u Pyramid UID
0008,0020 DA Z t Study Date
0008,0021 DA X/D t Series Date
0008,0022 DA X/Z t Acquisition Date
0008,0023 DA Z/D t Content Date
0008,0024 DA X t Overlay Date
0008,0025 DA X t Curve Date
0008,002A DT X/Z/D t Acquisition DateTime
0008,0030 TM Z t Study Time
0008,0031 TM X/D t Series Time
0008,0032 TM X/Z t Acquisition Time
0008,0033 TM Z/D t Content Time
0008,0034 TM X t Overlay Time
0008,0035 TM X t Curve Time
0008,0050 SH Z - Accession Number
0008,0054 AE X - Retrieve AE Title
0008,0055 AE X - Station AE Title
0008,0058 UI U u Failed SOP Instance UID List
0008,0080 LO X/Z/D i Institution Name
0008,0081 ST X i Institution Address
0008,0082 SQ X/Z/D i Institution Code Sequence
0008,0090 PN Z - Referring Physician's Name
0008,0092 ST X - Referring Physician's Address
0008,0094 SH X - Referring Physician's Telephone Numbers
0008,0096 SQ X - Referring Physician Identification Sequence
0008,009C PN Z - Consulting Physician's Name
0008,009D SQ X - Consulting Physician Identification Sequence
0008,0106 DT D t Context Group Version
0008,0107 DT D t Context Group Local Version
0008,0201 SH X t Timezone Offset From UTC
0008,1000 AE X - Network ID
0008,1010 SH X/Z/D d Station Name
0008,1030 LO X c Study Description
0008,103E LO X c Series Description
0008,1040 LO X i Institutional Department Name
0008,1041 SQ X i Institutional Department Type Code Sequence
0008,1048 PN X - Physician(s) of Record
0008,1049 SQ X - Physician(s) of Record Identification Sequence
0008,1050 PN X - Performing Physician's Name
0008,1052 SQ X - Performing Physician Identification Sequence
0008,1060 PN X - Name of Physician(s) Reading Study
0008,1062 SQ X - Physician(s) Reading Study Identification Sequence
0008,1070 PN X/Z/D - Operators' Name
0008,1072 SQ X/D - Operator Identification Sequence
0008,1080 LO X c Admitting Diagnoses Description
0008,1084 SQ X c Admitting Diagnoses Code Sequence
0008,1088 LO X - Pyramid Description
0008,1110 SQ X/Z u Referenced Study Sequence
0008,1111 SQ X/Z/D u Referenced Performed Procedure Step Sequence
0008,1120 SQ X - Referenced Patient Sequence
0008,1140 SQ X/Z/U* u Referenced Image Sequence
0008,1155 UI U u Referenced SOP Instance UID
0008,1195 UI U u Transaction UID
0008,2111 ST X c Derivation Description
0008,2112 SQ X/Z/U* u Source Image Sequence
0008,3010 UI U u Irradiation Event UID
0008,4000 LT X c Identifying Comments
0010,0010 PN Z - Patient's Name
0010,0020 LO Z/D - Patient ID
0010,0021 LO X - Issuer of Patient ID
0010,0030 DA Z - Patient's Birth Date
0010,0032 TM X - Patient's Birth Time
0010,0040 CS Z p Patient's Sex
0010,0050 SQ X - Patient's Insurance Plan Code Sequence
0010,0101 SQ X - Patient's Primary Language Code Sequence
0010,0102 SQ X - Patient's Primary Language Modifier Code Sequence
0010,1000 LO X - Other Patient IDs
0010,1001 PN X - Other Patient Names
0010,1002 SQ X - Other Patient IDs Sequence
0010,1005 PN X - Patient's Birth Name
0010,1010 AS X p Patient's Age
0010,1020 DS X p Patient's Size
0010,1030 DS X p Patient's Weight
0010,1040 LO X - Patient's Address
0010,1050 LO X - Insurance Plan Identification
0010,1060 PN X - Patient's Mother's Birth Name
0010,1080 LO X - Military Rank
0010,1081 LO X - Branch of Service
0010,1090 LO X - Medical Record Locator
0010,1100 SQ X - Referenced Patient Photo Sequence
0010,2000 LO X c Medical Alerts
0010,2110 LO X Pc Allergies
0010,2150 LO X - Country of Residence
0010,2152 LO X - Region of Residence
0010,2154 SH X - Patient's Telephone Numbers
0010,2155 LT X - Patient's Telecom Information
0010,2160 SH X p Ethnic Group
0010,2180 SH X c Occupation
0010,21A0 CS X p Smoking Status
0010,21B0 LT X c Additional Patient History
0010,21C0 US X p Pregnancy Status
0010,21D0 DA X t Last Menstrual Date
0010,21F0 LO X - Patient's Religious Preference
0010,2203 CS X/Z p Patient's Sex Neutered
0010,2297 PN X - Responsible Person
0010,2299 LO X - Responsible Organization
0010,4000 LT X c Patient Comments
0012,0010 LO D - Clinical Trial Sponsor Name
0012,0020 LO D - Clinical Trial Protocol ID
0012,0021 LO Z - Clinical Trial Protocol Name
0012,0022 LO X - Issuer of Clinical Trial Protocol ID
0012,0023 SQ X - Other Clinical Trial Protocol IDs Sequence
0012,0030 LO Z i Clinical Trial Site ID
0012,0031 LO Z i Clinical Trial Site Name
0012,0032 LO X - Issuer of Clinical Trial Site ID
0012,0040 LO D - Clinical Trial Subject ID
0012,0041 LO X - Issuer of Clinical Trial Subject ID
0012,0042 LO D - Clinical Trial Subject Reading ID
0012,0043 LO X - Issuer of Clinical Trial Subject Reading ID
0012,0050 LO Z - Clinical Trial Time Point ID
0012,0051 ST X c Clinical Trial Time Point Description
0012,0055 LO X - Issuer of Clinical Trial Time Point ID
0012,0060 LO Z i Clinical Trial Coordinating Center Name
0012,0071 LO X - Clinical Trial Series ID
0012,0072 LO X c Clinical Trial Series Description
0012,0073 LO X - Issuer of Clinical Trial Series ID
0012,0081 LO D i Clinical Trial Protocol Ethics Committee Name
0012,0082 LO X - Clinical Trial Protocol Ethics Committee Approval Number
0012,0086 DA X t Ethics Committee Approval Effectiveness Start Date
0012,0087 DA X t Ethics Committee Approval Effectiveness End Date
0014,407C TM X t Calibration Time
0014,407E DA X t Calibration Date
0016,002B OB X c Maker Note
0016,004B OB X c Device Setting Description
0016,004D UT X - Camera Owner Name
0016,004E DS X d Lens Specification
0016,004F UT X d Lens Make
0016,0050 UT X d Lens Model
0016,0051 UT X d Lens Serial Number
0016,0070 OB X - GPS Version ID
0016,0071 CS X - GPS Latitude Ref
0016,0072 DS X - GPS Latitude
0016,0073 CS X - GPS Longitude Ref
0016,0074 DS X - GPS Longitude
0016,0075 US X - GPS Altitude Ref
0016,0076 DS X - GPS Altitude
0016,0077 DT X - GPS Time Stamp
0016,0078 UT X - GPS Satellites
0016,0079 CS X - GPS Status
0016,007A CS X - GPS Measure Mode
0016,007B DS X - GPS DOP
0016,007C CS X - GPS Speed Ref
0016,007D DS X - GPS Speed
0016,007E CS X - GPS Track Ref
0016,007F DS X - GPS Track
0016,0080 CS X - GPS Img Direction Ref
0016,0081 DS X - GPS Img Direction
0016,0082 UT X - GPS Map Datum
0016,0083 CS X - GPS Dest Latitude Ref
0016,0084 DS X - GPS Dest Latitude
0016,0085 CS X - GPS Dest Longitude Ref
0016,0086 DS X - GPS Dest Longitude
0016,0087 CS X - GPS Dest Bearing Ref
0016,0088 DS X - GPS Dest Bearing
0016,0089 CS X - GPS Dest Distance Ref
0016,008A DS X - GPS Dest Distance
0016,008B OB X - GPS Processing Method
0016,008C OB X - GPS Area Information
0016,008D DT X t GPS Date Stamp
0016,008E IS X - GPS Differential
0018,0010 LO Z/D c Contrast/Bolus Agent
0018,0027 TM X t Intervention Drug Stop Time
0018,0035 TM X t Intervention Drug Start Time
0018,1000 LO X/Z/D d Device Serial Number
0018,1002 UI U ud Device UID
0018,1004 LO X d Plate ID
0018,1005 LO X d Generator ID
0018,1007 LO X d Cassette ID
0018,1008 LO X d Gantry ID
0018,1009 UT X d Unique Device Identifier
0018,100A SQ X d UDI Sequence
0018,100B UI U ud Manufacturer's Device Class UID
0018,1012 DA X t Date Of Secondary Capture
0018,1014 TM X t Time Of Secondary Capture
0018,1030 LO X/D c Protocol Name
0018,1042 TM X t Contrast Bolus Start Time
0018,1043 TM X t Contrast Bolus Stop Time
0018,1072 TM X t Radiopharmaceutical Start Time
0018,1073 TM X t Radiopharmaceutical Stop Time
0018,1078 DT X t Radiopharmaceutical Start DateTime
0018,1079 DT X t Radiopharmaceutical Stop DateTime
0018,11BB LO D - Acquisition Field Of View Label
0018,1200 DA X t Date Of Last Calibration
0018,1201 TM X t Time Of Last Calibration
0018,1202 DT X t DateTime Of Last Calibration
0018,1203 DT Z t Calibration DateTime
0018,1204 DA X t Date of Manufacture
0018,1205 DA X t Date of Installation
0018,1400 LO X/D c Acquisition Device Processing Description
0018,2042 UI U u Target UID
0018,4000 LT X c Acquisition Comments
0018,5011 SQ X - Transducer Identification Sequence
0018,700A SH X/D d Detector ID
0018,700C DA X/D t Date Of Last Detector Calibration
0018,700E TM X/D t Time Of Last Detector Calibration
0018,9074 DT D t Frame Acquisition DateTime
0018,9151 DT D t Frame Reference DateTime
0018,9185 ST X c Respiratory Motion Compensation Technique Description
0018,9367 UC D - X Ray Source ID
0018,9369 DT D t Source Start DateTime
0018,936A DT D t Source End DateTime
0018,9371 UC D - X Ray Detector ID
0018,9373 ST X - X Ray Detector Label
0018,937B UT X - Multienergy Acquisition Description
0018,937F UT X - Decomposition Description
0018,9424 LT X c Acquisition Protocol Description
0018,9516 DT X/D t Start Acquisition DateTime
0018,9517 DT X/D t End Acquisition DateTime
0018,9623 DT D t Functional Sync Pulse
0018,9701 DT D t Decay Correction DateTime
0018,9804 DT D t Exclusion Start DateTime
0018,9919 DT Z/D t Instruction Performed DateTime
0018,9937 LO X - Requested Series Description
0018,A002 DT X t Contribution DateTime
0018,A003 ST X c Contribution Description
0020,000D UI U u Study Instance UID
0020,000E UI U u Series Instance UID
0020,0010 SH Z - Study ID
0020,0027 LO X - Pyramid Label
0020,0052 UI U u Frame of Reference UID
0020,0200 UI U u Synchronization Frame of Reference UID
0020,3401 CS X - Modifying Device ID
0020,3403 DA X t Modified Image Date
0020,3405 TM X t Modified Image Time
0020,3406 LO X - Modified Image Description
0020,4000 LT X c Image Comments
0020,9158 LT X c Frame Comments
0020,9161 UI U u Concatenation UID
0020,9164 UI U u Dimension Organization UID
0028,1199 UI U u Palette Color Lookup Table UID
0028,1214 UI U u Large Palette Color Lookup Table UID
0028,4000 LT X - Image Presentation Comments
0032,0012 LO X - Study ID Issuer
0032,0032 DA X t Study Verified Date
0032,0033 TM X t Study Verified Time
0032,0034 DA X t Study Read Date
0032,0035 TM X t Study Read Time
0032,1000 DA X t Scheduled Study Start Date
0032,1001 TM X t Scheduled Study Start Time
0032,1010 DA X t Scheduled Study Stop Date
0032,1011 TM X t Scheduled Study Stop Time
0032,1020 LO X d Scheduled Study Location
0032,1021 AE X d Scheduled Study Location AE Title
0032,1030 LO X c Reason for Study
0032,1032 PN X - Requesting Physician
0032,1033 LO X - Requesting Service
0032,1040 DA X t Study Arrival Date
0032,1041 TM X t Study Arrival Time
0032,1050 DA X t Study Completion Date
0032,1051 TM X t Study Completion Time
0032,1060 LO X/Z c Requested Procedure Description
0032,1066 UT X c Reason for Visit
0032,1067 SQ X c Reason for Visit Code Sequence
0032,1070 LO X c Requested Contrast Agent
0032,4000 LT X c Study Comments
0034,0001 SQ D - Flow Identifier Sequence
0034,0002 OB D - Flow Identifier
0034,0005 OB D - Source Identifier
0034,0007 OB D t Frame Origin Timestamp
0038,0004 SQ X - Referenced Patient Alias Sequence
0038,0010 LO X - Admission ID
0038,0011 LO X - Issuer of Admission ID
0038,0014 SQ X - Issuer of Admission ID Sequence
0038,001A DA X t Scheduled Admission Date
0038,001B TM X t Scheduled Admission Time
0038,001C DA X t Scheduled Discharge Date
0038,001D TM X t Scheduled Discharge Time
0038,001E LO X - Scheduled Patient Institution Residence
0038,0020 DA X t Admitting Date
0038,0021 TM X t Admitting Time
0038,0030 DA X t Discharge Date
0038,0032 TM X t Discharge Time
0038,0040 LO X c Discharge Diagnosis Description
0038,0050 LO X P Special Needs
0038,0060 LO X - Service Episode ID
0038,0061 LO X - Issuer of Service Episode ID
0038,0062 LO X c Service Episode Description
0038,0064 SQ X - Issuer of Service Episode ID Sequence
0038,0300 LO X - Current Patient Location
0038,0400 LO X - Patient's Institution Residence
0038,0500 LO X Pc Patient State
0038,4000 LT X c Visit Comments
003A,0310 UI U u Multiplex Group UID
003A,0314 DT D t Impedance Measurement DateTime
003A,0329 LO X - Waveform Filter Description
003A,032B LO X - Filter Lookup Table Description
0040,0001 AE X d Scheduled Station AE Title
0040,0002 DA X t Scheduled Procedure Step Start Date
0040,0003 TM X t Scheduled Procedure Step Start Time
0040,0004 DA X t Scheduled Procedure Step End Date
0040,0005 TM X t Scheduled Procedure Step End Time
0040,0006 PN X - Scheduled Performing Physician's Name
0040,0007 LO X c Scheduled Procedure Step Description
0040,0009 SH X - Scheduled Procedure Step ID
0040,000B SQ X - Scheduled Performing Physician Identification Sequence
0040,0010 SH X d Scheduled Station Name
0040,0011 SH X d Scheduled Procedure Step Location
0040,0012 LO X P Pre-Medication
0040,0241 AE X d Performed Station AE Title
0040,0242 SH X d Performed Station Name
0040,0243 SH X - Performed Location
0040,0244 DA X t Performed Procedure Step Start Date
0040,0245 TM X t Performed Procedure Step Start Time
0040,0250 DA X t Performed Procedure Step End Date
0040,0251 TM X t Performed Procedure Step End Time
0040,0253 SH X - Performed Procedure Step ID
0040,0254 LO X c Performed Procedure Step Description
0040,0275 SQ X c Request Attributes Sequence
0040,0280 ST X c Comments on the Performed Procedure Step
0040,0310 ST X - Comments On Radiation Dose
0040,050A LO X - Specimen Accession Number
0040,0512 LO D - Container Identifier
0040,0513 SQ Z - Issuer of the Container Identifier Sequence
0040,051A LO X c Container Description
0040,0551 LO D - Specimen Identifier
0040,0554 UI U u Specimen UID
0040,0555 SQ X/Z s Acquisition Context Sequence
0040,0562 SQ Z - Issuer of the Specimen Identifier Sequence
0040,0600 LO X c Specimen Short Description
0040,0602 UT X c Specimen Detailed Description
0040,0610 SQ Z s Specimen Preparation Sequence
0040,06FA LO X - Slide Identifier
0040,1001 SH X - Requested Procedure ID
0040,1002 LO X c Reason for the Requested Procedure
0040,1004 LO X - Patient Transport Arrangements
0040,1005 LO X - Requested Procedure Location
0040,100A SQ X c Reason for Requested Procedure Code Sequence
0040,1010 PN X - Names of Intended Recipients of Results
0040,1011 SQ X - Intended Recipients of Results Identification Sequence
0040,1101 SQ D - Person Identification Code Sequence
0040,1102 ST X - Person's Address
0040,1103 LO X - Person's Telephone Numbers
0040,1104 LT X - Person's Telecom Information
0040,1400 LT X c Requested Procedure Comments
0040,2001 LO X c Reason for the Imaging Service Request
0040,2004 DA X t Issue Date Of Imaging Service Request
0040,2005 TM X t Issue Time Of Imaging Service Request
0040,2008 PN X - Order Entered By
0040,2009 SH X - Order Enterer's Location
0040,2010 SH X - Order Callback Phone Number
0040,2011 LT X - Order Callback Telecom Information
0040,2016 LO Z - Placer Order Number / Imaging Service Request
0040,2017 LO Z - Filler Order Number / Imaging Service Request
0040,2400 LT X c Imaging Service Request Comments
0040,3001 LO X - Confidentiality Constraint on Patient Data Description
0040,4005 DT X t Scheduled Procedure Step Start DateTime
0040,4008 DT X t Scheduled Procedure Step Expiration DateTime
0040,4010 DT X t Scheduled Procedure Step Modification DateTime
0040,4011 DT X t Expected Completion DateTime
0040,4023 UI U u Referenced General Purpose Scheduled Procedure Step Transaction UID
0040,4025 SQ X d Scheduled Station Name Code Sequence
0040,4027 SQ X d Scheduled Station Geographic Location Code Sequence
0040,4028 SQ X d Performed Station Name Code Sequence
0040,4030 SQ X d Performed Station Geographic Location Code Sequence
0040,4034 SQ X - Scheduled Human Performers Sequence
0040,4035 SQ X - Actual Human Performers Sequence
0040,4036 LO X - Human Performer's Organization
0040,4037 PN X - Human Performer's Name
0040,4050 DT X t Performed Procedure Step Start DateTime
0040,4051 DT X t Performed Procedure Step End DateTime
0040,4052 DT X t Procedure Step Cancellation DateTime
0040,A023 DA X t Findings Group Recording Date Trial
0040,A024 TM X t Findings Group Recording Time Trial
0040,A027 LO D - Verifying Organization
0040,A030 DT D t Verification DateTime
0040,A032 DT X/D t Observation DateTime
0040,A033 DT X t Observation Start DateTime
0040,A073 SQ D - Verifying Observer Sequence
0040,A075 PN D - Verifying Observer Name
0040,A078 SQ X - Author Observer Sequence
0040,A07A SQ X - Participant Sequence
0040,A07C SQ X - Custodial Organization Sequence
0040,A082 DT Z t Participation DateTime
0040,A088 SQ Z - Verifying Observer Identification Code Sequence
0040,A110 DA X t Date Of Document Or Verbal Transaction Trial
0040,A112 TM X t Time Of Document Creation Or Verbal Transaction Trial
0040,A120 DT D t DateTime
0040,A121 DA D t Date
0040,A122 TM D t Time
0040,A123 PN D - Person Name
0040,A124 UI U - UID
0040,A13A DT D t Referenced DateTime
0040,A171 UI U u Observation UID
0040,A172 UI U u Referenced Observation UID (Trial)
0040,A192 DA X t Observation Date (Trial)
0040,A193 TM X t Observation Time (Trial)
0040,A307 PN X - Current Observer (Trial)
0040,A352 PN X - Verbal Source (Trial)
0040,A353 ST X - Address (Trial)
0040,A354 LO X - Telephone Number (Trial)
0040,A358 SQ X - Verbal Source Identifier Code Sequence (Trial)
0040,A402 UI U u Observation Subject UID (Trial)
0040,A730 SQ D s Content Sequence
0040,DB06 DT X t Template Version
0040,DB07 DT X t Template Local Version
0040,DB0C UI U u Template Extension Organization UID
0040,DB0D UI U u Template Extension Creator UID
0040,E004 DT X t HL7 Document Effective Time
0042,0011 OB D - Encapsulated Document
0044,0004 DT X t Approval Status DateTime
0044,000B DT X t Product Expiration DateTime
0044,0010 DT X t Substance Administration DateTime
0044,0104 DT D t Assertion DateTime
0044,0105 DT X t Assertion Expiration DateTime
0050,001B LO X - Container Component ID
0050,0020 LO X d Device Description
0050,0021 ST X c Long Device Description
0062,0021 UI U u Tracking UID
0064,0003 UI U u Source Frame Of Reference UID
0068,6226 DT D t Effective DateTime
0068,6270 DT D t Information Issue DateTime
006A,0003 UI D u Annotation Group UID
006A,0005 LO D - Annotation Group Label
006A,0006 UT X - Annotation Group Description
0070,0001 SQ D g Graphic Annotation Sequence
0070,0082 DA X t Presentation Creation Date
0070,0083 TM X t Presentation Creation Time
0070,0084 PN Z/D - Content Creator's Name
0070,0086 SQ X - Content Creator's Identification Code Sequence
0070,031A UI U u Fiducial UID
0070,1101 UI U u Presentation Display Collection UID
0070,1102 UI U u Presentation Sequence Collection UID
0072,000A DT D t Hanging Protocol Creation DateTime
0072,005E AE D - Selector AE Value
0072,005F AS D - Selector AS Value
0072,0061 DA D t Selector DA Value
0072,0063 DT D t Selector DT Value
0072,0065 OB D - Selector OB Value
0072,0066 LO D - Selector LO Value
0072,0068 LT D - Selector LT Value
0072,006A PN D - Selector PN Value
0072,006B TM D t Selector TM Value
0072,006C SH D - Selector SH Value
0072,006D UN D - Selector UN Value
0072,006E ST D - Selector ST Value
0072,0070 UT D - Selector UT Value
0072,0071 UR D - Selector UR Value
0074,1234 AE X - Receiving AE
0074,1236 AE X - Requesting AE
0088,0140 UI U u Storage Media File-set UID
0088,0200 SQ X - Icon Image Sequence
0088,0904 LO X - Topic Title
0088,0906 ST X - Topic Subject
0088,0910 LO X - Topic Author
0088,0912 LO X - Topic Keywords
0100,0420 DT X t SOP Authorization DateTime
0400,0100 UI U - Digital Signature UID
0400,0105 DT D t Digital Signature DateTime
0400,0115 OB D - Certificate Of Signer
0400,0310 OB X - Certified Timestamp
0400,0402 SQ X - Referenced Digital Signature Sequence
0400,0403 SQ X - Referenced SOP Instance MAC Sequence
0400,0404 OB X - MAC
0400,0550 SQ X - Modified Attributes Sequence
0400,0551 SQ X - Nonconforming Modified Attributes Sequence
0400,0552 OB X - Nonconforming Data Element Value
0400,0561 SQ X - Original Attributes Sequence
0400,0562 DT D t Attribute Modification DateTime
0400,0563 LO D - Modifying System
0400,0564 LO Z - Source Of Previous Values
0400,0565 CS D - Reason For The Attribute Modification
0400,0600 CS X - Instance Origin Status
2030,0020 LO X - Text String
2100,0040 DA X t Creation Date
2100,0050 TM X t Creation Time
2100,0070 AE X - Originator
2100,0140 AE D - Destination AE
2200,0002 UT X/Z c Label Text
2200,0005 LT X/Z - Barcode Value
3002,0121 LO X - Position Acquisition Template Name
3002,0123 LO X - Position Acquisition Template Description
3006,0002 SH D - Structure Set Label
3006,0004 LO X - Structure Set Name
3006,0006 ST X - Structure Set Description
3006,0008 DA Z t Structure Set Date
3006,0009 TM Z t Structure Set Time
3006,0024 UI U u Referenced Frame of Reference UID
3006,0026 LO Z - ROI Name
3006,0028 ST X - ROI Description
3006,002D DT X t ROI DateTime
3006,002E DT X t ROI Observation DateTime
3006,0038 LO X - ROI Generation Description
3006,004D SQ X - ROI Creator Sequence
3006,004E SQ X - ROI Interpreter Sequence
3006,0085 SH X - ROI Observation Label
3006,0088 ST X - ROI Observation Description
3006,00A6 PN Z - ROI Interpreter
3006,00C2 UI U u Related Frame of Reference UID
3008,0024 DA D t Treatment Control Point Date
3008,0025 TM D t Treatment Control Point Time
3008,0054 DA X/D t First Treatment Date
3008,0056 DA X/D t Most Recent Treatment Date
3008,0105 LO X/Z d Source Serial Number
3008,0162 DA D t Safe Position Exit Date
3008,0164 TM D t Safe Position Exit Time
3008,0166 DA D t Safe Position Return Date
3008,0168 TM D t Safe Position Return Time
3008,0250 DA X/D t Treatment Date
3008,0251 TM X/D t Treatment Time
300A,0002 SH D c RT Plan Label
300A,0003 LO X c RT Plan Name
300A,0004 ST X c RT Plan Description
300A,0006 DA X/D t RT Plan Date
300A,0007 TM X/D t RT Plan Time
300A,000B LO X - Treatment Sites
300A,000E ST X c Prescription Description
300A,0013 UI U u Dose Reference UID
300A,0016 LO X c Dose Reference Description
300A,0072 LO X c Fraction Group Description
300A,0083 UI U u Referenced Dose Reference UID
300A,00B2 SH X/Z d Treatment Machine Name
300A,00C3 ST X c Beam Description
300A,00DD ST X c Bolus Description
300A,0196 ST X c Fixation Device Description
300A,01A6 ST X c Shielding Device Description
300A,01B2 ST X c Setup Technique Description
300A,0216 LO X d Source Manufacturer
300A,022C DA D t Source Strength Reference Date
300A,022E TM D t Source Strength Reference Time
300A,02EB LT X c Compensator Description
300A,0608 LO D c Treatment Position Group Label
300A,0609 UI U u Treatment Position Group UID
300A,0611 LO Z - RT Accessory Holder Slot ID
300A,0615 LO Z - RT Accessory Device Slot ID
300A,0619 LO D c Radiation Dose Identification Label
300A,0623 LO D c Radiation Dose In-Vivo Measurement Label
300A,062A LO D c RT Tolerance Set Label
300A,0650 UI U u Patient Setup UID
300A,0676 ST X c Equipment Frame of Reference Description
300A,067C SH D c Radiation Generation Mode Label
300A,067D ST Z c Radiation Generation Mode Description
300A,0700 UI U u Treatment Session UID
300A,0734 ST D - Treatment Tolerance Violation Description
300A,0736 DT D t Treatment Tolerance Violation DateTime
300A,073A DT D t Recorded RT Control Point DateTime
300A,0741 DT D t Interlock DateTime
300A,0742 ST D - Interlock Description
300A,0760 DT D t Override DateTime
300A,0783 ST D - Interlock Origin Description
300A,0785 UI U u Referenced Treatment Position Group UID
300A,078E ST X - Patient Treatment Preparation Procedure Parameter Description
300A,0792 ST X - Patient Treatment Preparation Method Description
300A,0794 ST X - Patient Setup Photo Description
300A,079A LO X - Displacement Reference Label
300C,0113 LO X c Reason for Omission Description
300C,0127 DT D t Beam Hold Transition DateTime
300E,0004 DA Z t Review Date
300E,0005 TM Z t Review Time
300E,0008 PN X/Z - Reviewer Name
3010,0006 UI U u Conceptual Volume UID
3010,000B UI U u Referenced Conceptual Volume UID
3010,000F ST Z c Conceptual Volume Combination Description
3010,0013 UI U u Constituent Conceptual Volume UID
3010,0015 UI U u Source Conceptual Volume UID
3010,0017 ST Z c Conceptual Volume Description
3010,001B UC Z - Device Alternate Identifier
3010,002D LO D d Device Label
3010,0031 UI U u Referenced Fiducials UID
3010,0033 SH D c User Content Label
3010,0034 LO D c User Content Long Label
3010,0035 SH D c Entity Label
3010,0036 LO X c Entity Name
3010,0037 ST X c Entity Description
3010,0038 LO D c Entity Long Label
3010,003B UI U u RT Treatment Phase UID
3010,0043 ST Z d Manufacturer's Device Identifier
3010,004C DA X/D t Intended Phase Start Date
3010,004D DA X/D t Intended Phase End Date
3010,0054 LO D c RT Prescription Label
3010,0056 LO X/D c RT Treatment Approach Label
3010,005A UT Z c RT Physician Intent Narrative
3010,005C ST Z c Reason for Superseding
3010,0061 UT X c Prior Treatment Dose Description
3010,006E UI U u Dosimetric Objective UID
3010,006F UI U u Referenced Dosimetric Objective UID
3010,0077 LO X/D c Treatment Site
3010,007A UT Z c Treatment Technique Notes
3010,007B UT Z c Prescription Notes
3010,007F UT Z c Fractionation Notes
3010,0081 SQ Z c Prescription Notes Sequence
3010,0085 TM X t Intended Fraction Start Time
4000,0010 LT X - Arbitrary
4000,4000 LT X - Text Comments
4008,0040 SH X - Results ID
4008,0042 LO X - Results ID Issuer
4008,0100 DA X t Interpretation Recorded Date
4008,0101 TM X t Interpretation Recorded Time
4008,0102 PN X - Interpretation Recorder
4008,0108 DA X t Interpretation Transcription Date
4008,0109 TM X t Interpretation Transcription Time
4008,010A PN X - Interpretation Transcriber
4008,010B ST X c Interpretation Text
4008,010C PN X - Interpretation Author
4008,0111 SQ X - Interpretation Approver Sequence
4008,0112 DA X t Interpretation Approval Date
4008,0113 TM X t Interpretation Approval Time
4008,0114 PN X - Physician Approving Interpretation
4008,0115 LT X c Interpretation Diagnosis Description
4008,0118 SQ X - Results Distribution List Sequence
4008,0119 PN X - Distribution Name
4008,011A LO X - Distribution Address
4008,0200 SH X - Interpretation ID
4008,0202 LO X - Interpretation ID Issuer
4008,0300 ST X c Impressions
4008,4000 ST X c Results Comments
FFFA,FFFA SQ X - Digital Signatures Sequence
FFFC,FFFC OB X - Data Set Trailing Padding
`;
