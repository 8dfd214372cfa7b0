! SPDX-License-Identifier: BSD-3-Clause
! generated from mpi/api.tbl by fortran/gen.pl: do not edit
      MODULE mpi
      USE, INTRINSIC :: ISO_C_BINDING, ONLY: C_PTR
      USE mpi_f08_types
      IMPLICIT NONE
      PRIVATE :: C_PTR
      INTEGER MPI_ADDRESS_KIND
      PARAMETER (MPI_ADDRESS_KIND=8)
      INTEGER MPI_COUNT_KIND
      PARAMETER (MPI_COUNT_KIND=8)
      INTEGER MPI_OFFSET_KIND
      PARAMETER (MPI_OFFSET_KIND=8)
      INTEGER MPI_INTEGER_KIND
      PARAMETER (MPI_INTEGER_KIND=4)
      INTEGER MPI_STATUS_SIZE
      PARAMETER (MPI_STATUS_SIZE=8)
      INTEGER MPI_SOURCE
      PARAMETER (MPI_SOURCE=1)
      INTEGER MPI_TAG
      PARAMETER (MPI_TAG=2)
      INTEGER MPI_ERROR
      PARAMETER (MPI_ERROR=3)
      INTEGER MPI_VERSION
      PARAMETER (MPI_VERSION=5)
      INTEGER MPI_SUBVERSION
      PARAMETER (MPI_SUBVERSION=0)
      INTEGER MPI_ABI_VERSION
      PARAMETER (MPI_ABI_VERSION=1)
      INTEGER MPI_ABI_SUBVERSION
      PARAMETER (MPI_ABI_SUBVERSION=0)
      INTEGER MPI_OP_NULL
      PARAMETER (MPI_OP_NULL=32)
      INTEGER MPI_SUM
      PARAMETER (MPI_SUM=33)
      INTEGER MPI_MIN
      PARAMETER (MPI_MIN=34)
      INTEGER MPI_MAX
      PARAMETER (MPI_MAX=35)
      INTEGER MPI_PROD
      PARAMETER (MPI_PROD=36)
      INTEGER MPI_BAND
      PARAMETER (MPI_BAND=40)
      INTEGER MPI_BOR
      PARAMETER (MPI_BOR=41)
      INTEGER MPI_BXOR
      PARAMETER (MPI_BXOR=42)
      INTEGER MPI_LAND
      PARAMETER (MPI_LAND=48)
      INTEGER MPI_LOR
      PARAMETER (MPI_LOR=49)
      INTEGER MPI_LXOR
      PARAMETER (MPI_LXOR=50)
      INTEGER MPI_MINLOC
      PARAMETER (MPI_MINLOC=56)
      INTEGER MPI_MAXLOC
      PARAMETER (MPI_MAXLOC=57)
      INTEGER MPI_REPLACE
      PARAMETER (MPI_REPLACE=60)
      INTEGER MPI_NO_OP
      PARAMETER (MPI_NO_OP=61)
      INTEGER MPI_COMM_NULL
      PARAMETER (MPI_COMM_NULL=256)
      INTEGER MPI_COMM_WORLD
      PARAMETER (MPI_COMM_WORLD=257)
      INTEGER MPI_COMM_SELF
      PARAMETER (MPI_COMM_SELF=258)
      INTEGER MPI_GROUP_NULL
      PARAMETER (MPI_GROUP_NULL=264)
      INTEGER MPI_GROUP_EMPTY
      PARAMETER (MPI_GROUP_EMPTY=265)
      INTEGER MPI_WIN_NULL
      PARAMETER (MPI_WIN_NULL=272)
      INTEGER MPI_FILE_NULL
      PARAMETER (MPI_FILE_NULL=280)
      INTEGER MPI_SESSION_NULL
      PARAMETER (MPI_SESSION_NULL=288)
      INTEGER MPI_MESSAGE_NULL
      PARAMETER (MPI_MESSAGE_NULL=296)
      INTEGER MPI_MESSAGE_NO_PROC
      PARAMETER (MPI_MESSAGE_NO_PROC=297)
      INTEGER MPI_INFO_NULL
      PARAMETER (MPI_INFO_NULL=304)
      INTEGER MPI_INFO_ENV
      PARAMETER (MPI_INFO_ENV=305)
      INTEGER MPI_ERRHANDLER_NULL
      PARAMETER (MPI_ERRHANDLER_NULL=320)
      INTEGER MPI_ERRORS_ARE_FATAL
      PARAMETER (MPI_ERRORS_ARE_FATAL=321)
      INTEGER MPI_ERRORS_ABORT
      PARAMETER (MPI_ERRORS_ABORT=322)
      INTEGER MPI_ERRORS_RETURN
      PARAMETER (MPI_ERRORS_RETURN=323)
      INTEGER MPI_REQUEST_NULL
      PARAMETER (MPI_REQUEST_NULL=384)
      INTEGER MPI_DATATYPE_NULL
      PARAMETER (MPI_DATATYPE_NULL=512)
      INTEGER MPI_AINT
      PARAMETER (MPI_AINT=513)
      INTEGER MPI_COUNT
      PARAMETER (MPI_COUNT=514)
      INTEGER MPI_OFFSET
      PARAMETER (MPI_OFFSET=515)
      INTEGER MPI_PACKED
      PARAMETER (MPI_PACKED=519)
      INTEGER MPI_SHORT
      PARAMETER (MPI_SHORT=520)
      INTEGER MPI_INT
      PARAMETER (MPI_INT=521)
      INTEGER MPI_LONG
      PARAMETER (MPI_LONG=522)
      INTEGER MPI_LONG_LONG
      PARAMETER (MPI_LONG_LONG=523)
      INTEGER MPI_LONG_LONG_INT
      PARAMETER (MPI_LONG_LONG_INT=523)
      INTEGER MPI_UNSIGNED_SHORT
      PARAMETER (MPI_UNSIGNED_SHORT=524)
      INTEGER MPI_UNSIGNED
      PARAMETER (MPI_UNSIGNED=525)
      INTEGER MPI_UNSIGNED_LONG
      PARAMETER (MPI_UNSIGNED_LONG=526)
      INTEGER MPI_UNSIGNED_LONG_LONG
      PARAMETER (MPI_UNSIGNED_LONG_LONG=527)
      INTEGER MPI_FLOAT
      PARAMETER (MPI_FLOAT=528)
      INTEGER MPI_C_FLOAT_COMPLEX
      PARAMETER (MPI_C_FLOAT_COMPLEX=530)
      INTEGER MPI_C_COMPLEX
      PARAMETER (MPI_C_COMPLEX=530)
      INTEGER MPI_CXX_FLOAT_COMPLEX
      PARAMETER (MPI_CXX_FLOAT_COMPLEX=531)
      INTEGER MPI_DOUBLE
      PARAMETER (MPI_DOUBLE=532)
      INTEGER MPI_C_DOUBLE_COMPLEX
      PARAMETER (MPI_C_DOUBLE_COMPLEX=534)
      INTEGER MPI_CXX_DOUBLE_COMPLEX
      PARAMETER (MPI_CXX_DOUBLE_COMPLEX=535)
      INTEGER MPI_LOGICAL
      PARAMETER (MPI_LOGICAL=536)
      INTEGER MPI_INTEGER
      PARAMETER (MPI_INTEGER=537)
      INTEGER MPI_REAL
      PARAMETER (MPI_REAL=538)
      INTEGER MPI_COMPLEX
      PARAMETER (MPI_COMPLEX=539)
      INTEGER MPI_DOUBLE_PRECISION
      PARAMETER (MPI_DOUBLE_PRECISION=540)
      INTEGER MPI_DOUBLE_COMPLEX
      PARAMETER (MPI_DOUBLE_COMPLEX=541)
      INTEGER MPI_CHARACTER
      PARAMETER (MPI_CHARACTER=542)
      INTEGER MPI_LONG_DOUBLE
      PARAMETER (MPI_LONG_DOUBLE=544)
      INTEGER MPI_C_LONG_DOUBLE_COMPLEX
      PARAMETER (MPI_C_LONG_DOUBLE_COMPLEX=548)
      INTEGER MPI_CXX_LONG_DOUBLE_COMPLEX
      PARAMETER (MPI_CXX_LONG_DOUBLE_COMPLEX=549)
      INTEGER MPI_FLOAT_INT
      PARAMETER (MPI_FLOAT_INT=552)
      INTEGER MPI_DOUBLE_INT
      PARAMETER (MPI_DOUBLE_INT=553)
      INTEGER MPI_LONG_INT
      PARAMETER (MPI_LONG_INT=554)
      INTEGER MPI_2INT
      PARAMETER (MPI_2INT=555)
      INTEGER MPI_SHORT_INT
      PARAMETER (MPI_SHORT_INT=556)
      INTEGER MPI_LONG_DOUBLE_INT
      PARAMETER (MPI_LONG_DOUBLE_INT=557)
      INTEGER MPI_2REAL
      PARAMETER (MPI_2REAL=560)
      INTEGER MPI_2DOUBLE_PRECISION
      PARAMETER (MPI_2DOUBLE_PRECISION=561)
      INTEGER MPI_2INTEGER
      PARAMETER (MPI_2INTEGER=562)
      INTEGER MPI_C_BOOL
      PARAMETER (MPI_C_BOOL=568)
      INTEGER MPI_CXX_BOOL
      PARAMETER (MPI_CXX_BOOL=569)
      INTEGER MPI_WCHAR
      PARAMETER (MPI_WCHAR=572)
      INTEGER MPI_INT8_T
      PARAMETER (MPI_INT8_T=576)
      INTEGER MPI_UINT8_T
      PARAMETER (MPI_UINT8_T=577)
      INTEGER MPI_CHAR
      PARAMETER (MPI_CHAR=579)
      INTEGER MPI_SIGNED_CHAR
      PARAMETER (MPI_SIGNED_CHAR=580)
      INTEGER MPI_UNSIGNED_CHAR
      PARAMETER (MPI_UNSIGNED_CHAR=581)
      INTEGER MPI_BYTE
      PARAMETER (MPI_BYTE=583)
      INTEGER MPI_INT16_T
      PARAMETER (MPI_INT16_T=584)
      INTEGER MPI_UINT16_T
      PARAMETER (MPI_UINT16_T=585)
      INTEGER MPI_INT32_T
      PARAMETER (MPI_INT32_T=592)
      INTEGER MPI_UINT32_T
      PARAMETER (MPI_UINT32_T=593)
      INTEGER MPI_INT64_T
      PARAMETER (MPI_INT64_T=600)
      INTEGER MPI_UINT64_T
      PARAMETER (MPI_UINT64_T=601)
      INTEGER MPI_LOGICAL1
      PARAMETER (MPI_LOGICAL1=704)
      INTEGER MPI_INTEGER1
      PARAMETER (MPI_INTEGER1=705)
      INTEGER MPI_LOGICAL2
      PARAMETER (MPI_LOGICAL2=712)
      INTEGER MPI_INTEGER2
      PARAMETER (MPI_INTEGER2=713)
      INTEGER MPI_REAL2
      PARAMETER (MPI_REAL2=714)
      INTEGER MPI_LOGICAL4
      PARAMETER (MPI_LOGICAL4=720)
      INTEGER MPI_INTEGER4
      PARAMETER (MPI_INTEGER4=721)
      INTEGER MPI_REAL4
      PARAMETER (MPI_REAL4=722)
      INTEGER MPI_COMPLEX4
      PARAMETER (MPI_COMPLEX4=723)
      INTEGER MPI_LOGICAL8
      PARAMETER (MPI_LOGICAL8=728)
      INTEGER MPI_INTEGER8
      PARAMETER (MPI_INTEGER8=729)
      INTEGER MPI_REAL8
      PARAMETER (MPI_REAL8=730)
      INTEGER MPI_COMPLEX8
      PARAMETER (MPI_COMPLEX8=731)
      INTEGER MPI_LOGICAL16
      PARAMETER (MPI_LOGICAL16=736)
      INTEGER MPI_INTEGER16
      PARAMETER (MPI_INTEGER16=737)
      INTEGER MPI_REAL16
      PARAMETER (MPI_REAL16=738)
      INTEGER MPI_COMPLEX16
      PARAMETER (MPI_COMPLEX16=739)
      INTEGER MPI_COMPLEX32
      PARAMETER (MPI_COMPLEX32=747)
      INTEGER MPI_MAX_DATAREP_STRING
      PARAMETER (MPI_MAX_DATAREP_STRING=127)
      INTEGER MPI_MAX_ERROR_STRING
      PARAMETER (MPI_MAX_ERROR_STRING=511)
      INTEGER MPI_MAX_INFO_KEY
      PARAMETER (MPI_MAX_INFO_KEY=255)
      INTEGER MPI_MAX_INFO_VAL
      PARAMETER (MPI_MAX_INFO_VAL=1023)
      INTEGER MPI_MAX_LIBRARY_VERSION_STRING
      PARAMETER (MPI_MAX_LIBRARY_VERSION_STRING=8191)
      INTEGER MPI_MAX_OBJECT_NAME
      PARAMETER (MPI_MAX_OBJECT_NAME=127)
      INTEGER MPI_MAX_PORT_NAME
      PARAMETER (MPI_MAX_PORT_NAME=1023)
      INTEGER MPI_MAX_PROCESSOR_NAME
      PARAMETER (MPI_MAX_PROCESSOR_NAME=255)
      INTEGER MPI_MAX_STRINGTAG_LEN
      PARAMETER (MPI_MAX_STRINGTAG_LEN=1023)
      INTEGER MPI_MAX_PSET_NAME_LEN
      PARAMETER (MPI_MAX_PSET_NAME_LEN=1023)
      INTEGER MPI_BSEND_OVERHEAD
      PARAMETER (MPI_BSEND_OVERHEAD=512)
      INTEGER(8) MPI_DISPLACEMENT_CURRENT
      PARAMETER (MPI_DISPLACEMENT_CURRENT=-1)
      INTEGER MPI_SUCCESS
      PARAMETER (MPI_SUCCESS=0)
      INTEGER MPI_ERR_BUFFER
      PARAMETER (MPI_ERR_BUFFER=1)
      INTEGER MPI_ERR_COUNT
      PARAMETER (MPI_ERR_COUNT=2)
      INTEGER MPI_ERR_TYPE
      PARAMETER (MPI_ERR_TYPE=3)
      INTEGER MPI_ERR_TAG
      PARAMETER (MPI_ERR_TAG=4)
      INTEGER MPI_ERR_COMM
      PARAMETER (MPI_ERR_COMM=5)
      INTEGER MPI_ERR_RANK
      PARAMETER (MPI_ERR_RANK=6)
      INTEGER MPI_ERR_REQUEST
      PARAMETER (MPI_ERR_REQUEST=7)
      INTEGER MPI_ERR_ROOT
      PARAMETER (MPI_ERR_ROOT=8)
      INTEGER MPI_ERR_GROUP
      PARAMETER (MPI_ERR_GROUP=9)
      INTEGER MPI_ERR_OP
      PARAMETER (MPI_ERR_OP=10)
      INTEGER MPI_ERR_TOPOLOGY
      PARAMETER (MPI_ERR_TOPOLOGY=11)
      INTEGER MPI_ERR_DIMS
      PARAMETER (MPI_ERR_DIMS=12)
      INTEGER MPI_ERR_ARG
      PARAMETER (MPI_ERR_ARG=13)
      INTEGER MPI_ERR_UNKNOWN
      PARAMETER (MPI_ERR_UNKNOWN=14)
      INTEGER MPI_ERR_TRUNCATE
      PARAMETER (MPI_ERR_TRUNCATE=15)
      INTEGER MPI_ERR_OTHER
      PARAMETER (MPI_ERR_OTHER=16)
      INTEGER MPI_ERR_INTERN
      PARAMETER (MPI_ERR_INTERN=17)
      INTEGER MPI_ERR_PENDING
      PARAMETER (MPI_ERR_PENDING=18)
      INTEGER MPI_ERR_IN_STATUS
      PARAMETER (MPI_ERR_IN_STATUS=19)
      INTEGER MPI_ERR_ACCESS
      PARAMETER (MPI_ERR_ACCESS=20)
      INTEGER MPI_ERR_AMODE
      PARAMETER (MPI_ERR_AMODE=21)
      INTEGER MPI_ERR_ASSERT
      PARAMETER (MPI_ERR_ASSERT=22)
      INTEGER MPI_ERR_BAD_FILE
      PARAMETER (MPI_ERR_BAD_FILE=23)
      INTEGER MPI_ERR_BASE
      PARAMETER (MPI_ERR_BASE=24)
      INTEGER MPI_ERR_CONVERSION
      PARAMETER (MPI_ERR_CONVERSION=25)
      INTEGER MPI_ERR_DISP
      PARAMETER (MPI_ERR_DISP=26)
      INTEGER MPI_ERR_DUP_DATAREP
      PARAMETER (MPI_ERR_DUP_DATAREP=27)
      INTEGER MPI_ERR_FILE_EXISTS
      PARAMETER (MPI_ERR_FILE_EXISTS=28)
      INTEGER MPI_ERR_FILE_IN_USE
      PARAMETER (MPI_ERR_FILE_IN_USE=29)
      INTEGER MPI_ERR_FILE
      PARAMETER (MPI_ERR_FILE=30)
      INTEGER MPI_ERR_INFO_KEY
      PARAMETER (MPI_ERR_INFO_KEY=31)
      INTEGER MPI_ERR_INFO_NOKEY
      PARAMETER (MPI_ERR_INFO_NOKEY=32)
      INTEGER MPI_ERR_INFO_VALUE
      PARAMETER (MPI_ERR_INFO_VALUE=33)
      INTEGER MPI_ERR_INFO
      PARAMETER (MPI_ERR_INFO=34)
      INTEGER MPI_ERR_IO
      PARAMETER (MPI_ERR_IO=35)
      INTEGER MPI_ERR_KEYVAL
      PARAMETER (MPI_ERR_KEYVAL=36)
      INTEGER MPI_ERR_LOCKTYPE
      PARAMETER (MPI_ERR_LOCKTYPE=37)
      INTEGER MPI_ERR_NAME
      PARAMETER (MPI_ERR_NAME=38)
      INTEGER MPI_ERR_NO_MEM
      PARAMETER (MPI_ERR_NO_MEM=39)
      INTEGER MPI_ERR_NOT_SAME
      PARAMETER (MPI_ERR_NOT_SAME=40)
      INTEGER MPI_ERR_NO_SPACE
      PARAMETER (MPI_ERR_NO_SPACE=41)
      INTEGER MPI_ERR_NO_SUCH_FILE
      PARAMETER (MPI_ERR_NO_SUCH_FILE=42)
      INTEGER MPI_ERR_PORT
      PARAMETER (MPI_ERR_PORT=43)
      INTEGER MPI_ERR_QUOTA
      PARAMETER (MPI_ERR_QUOTA=44)
      INTEGER MPI_ERR_READ_ONLY
      PARAMETER (MPI_ERR_READ_ONLY=45)
      INTEGER MPI_ERR_RMA_ATTACH
      PARAMETER (MPI_ERR_RMA_ATTACH=46)
      INTEGER MPI_ERR_RMA_CONFLICT
      PARAMETER (MPI_ERR_RMA_CONFLICT=47)
      INTEGER MPI_ERR_RMA_RANGE
      PARAMETER (MPI_ERR_RMA_RANGE=48)
      INTEGER MPI_ERR_RMA_SHARED
      PARAMETER (MPI_ERR_RMA_SHARED=49)
      INTEGER MPI_ERR_RMA_SYNC
      PARAMETER (MPI_ERR_RMA_SYNC=50)
      INTEGER MPI_ERR_SERVICE
      PARAMETER (MPI_ERR_SERVICE=51)
      INTEGER MPI_ERR_SIZE
      PARAMETER (MPI_ERR_SIZE=52)
      INTEGER MPI_ERR_SPAWN
      PARAMETER (MPI_ERR_SPAWN=53)
      INTEGER MPI_ERR_UNSUPPORTED_DATAREP
      PARAMETER (MPI_ERR_UNSUPPORTED_DATAREP=54)
      INTEGER MPI_ERR_UNSUPPORTED_OPERATION
      PARAMETER (MPI_ERR_UNSUPPORTED_OPERATION=55)
      INTEGER MPI_ERR_WIN
      PARAMETER (MPI_ERR_WIN=56)
      INTEGER MPI_ERR_RMA_FLAVOR
      PARAMETER (MPI_ERR_RMA_FLAVOR=57)
      INTEGER MPI_ERR_PROC_ABORTED
      PARAMETER (MPI_ERR_PROC_ABORTED=58)
      INTEGER MPI_ERR_VALUE_TOO_LARGE
      PARAMETER (MPI_ERR_VALUE_TOO_LARGE=59)
      INTEGER MPI_ERR_SESSION
      PARAMETER (MPI_ERR_SESSION=60)
      INTEGER MPI_ERR_ERRHANDLER
      PARAMETER (MPI_ERR_ERRHANDLER=61)
      INTEGER MPI_ERR_ABI
      PARAMETER (MPI_ERR_ABI=62)
      INTEGER MPI_T_ERR_CANNOT_INIT
      PARAMETER (MPI_T_ERR_CANNOT_INIT=1001)
      INTEGER MPI_T_ERR_NOT_ACCESSIBLE
      PARAMETER (MPI_T_ERR_NOT_ACCESSIBLE=1002)
      INTEGER MPI_T_ERR_NOT_INITIALIZED
      PARAMETER (MPI_T_ERR_NOT_INITIALIZED=1003)
      INTEGER MPI_T_ERR_NOT_SUPPORTED
      PARAMETER (MPI_T_ERR_NOT_SUPPORTED=1004)
      INTEGER MPI_T_ERR_MEMORY
      PARAMETER (MPI_T_ERR_MEMORY=1005)
      INTEGER MPI_T_ERR_INVALID
      PARAMETER (MPI_T_ERR_INVALID=1006)
      INTEGER MPI_T_ERR_INVALID_INDEX
      PARAMETER (MPI_T_ERR_INVALID_INDEX=1007)
      INTEGER MPI_T_ERR_INVALID_ITEM
      PARAMETER (MPI_T_ERR_INVALID_ITEM=1008)
      INTEGER MPI_T_ERR_INVALID_SESSION
      PARAMETER (MPI_T_ERR_INVALID_SESSION=1009)
      INTEGER MPI_T_ERR_INVALID_HANDLE
      PARAMETER (MPI_T_ERR_INVALID_HANDLE=1010)
      INTEGER MPI_T_ERR_INVALID_NAME
      PARAMETER (MPI_T_ERR_INVALID_NAME=1011)
      INTEGER MPI_T_ERR_OUT_OF_HANDLES
      PARAMETER (MPI_T_ERR_OUT_OF_HANDLES=1012)
      INTEGER MPI_T_ERR_OUT_OF_SESSIONS
      PARAMETER (MPI_T_ERR_OUT_OF_SESSIONS=1013)
      INTEGER MPI_T_ERR_CVAR_SET_NOT_NOW
      PARAMETER (MPI_T_ERR_CVAR_SET_NOT_NOW=1014)
      INTEGER MPI_T_ERR_CVAR_SET_NEVER
      PARAMETER (MPI_T_ERR_CVAR_SET_NEVER=1015)
      INTEGER MPI_T_ERR_PVAR_NO_WRITE
      PARAMETER (MPI_T_ERR_PVAR_NO_WRITE=1016)
      INTEGER MPI_T_ERR_PVAR_NO_STARTSTOP
      PARAMETER (MPI_T_ERR_PVAR_NO_STARTSTOP=1017)
      INTEGER MPI_T_ERR_PVAR_NO_ATOMIC
      PARAMETER (MPI_T_ERR_PVAR_NO_ATOMIC=1018)
      INTEGER MPI_ERR_LASTCODE
      PARAMETER (MPI_ERR_LASTCODE=16383)
      INTEGER MPI_MODE_APPEND
      PARAMETER (MPI_MODE_APPEND=1)
      INTEGER MPI_MODE_CREATE
      PARAMETER (MPI_MODE_CREATE=2)
      INTEGER MPI_MODE_DELETE_ON_CLOSE
      PARAMETER (MPI_MODE_DELETE_ON_CLOSE=4)
      INTEGER MPI_MODE_EXCL
      PARAMETER (MPI_MODE_EXCL=8)
      INTEGER MPI_MODE_RDONLY
      PARAMETER (MPI_MODE_RDONLY=16)
      INTEGER MPI_MODE_RDWR
      PARAMETER (MPI_MODE_RDWR=32)
      INTEGER MPI_MODE_SEQUENTIAL
      PARAMETER (MPI_MODE_SEQUENTIAL=64)
      INTEGER MPI_MODE_UNIQUE_OPEN
      PARAMETER (MPI_MODE_UNIQUE_OPEN=128)
      INTEGER MPI_MODE_WRONLY
      PARAMETER (MPI_MODE_WRONLY=256)
      INTEGER MPI_MODE_NOCHECK
      PARAMETER (MPI_MODE_NOCHECK=1024)
      INTEGER MPI_MODE_NOPRECEDE
      PARAMETER (MPI_MODE_NOPRECEDE=2048)
      INTEGER MPI_MODE_NOPUT
      PARAMETER (MPI_MODE_NOPUT=4096)
      INTEGER MPI_MODE_NOSTORE
      PARAMETER (MPI_MODE_NOSTORE=8192)
      INTEGER MPI_MODE_NOSUCCEED
      PARAMETER (MPI_MODE_NOSUCCEED=16384)
      INTEGER MPI_ANY_SOURCE
      PARAMETER (MPI_ANY_SOURCE=-1)
      INTEGER MPI_ANY_TAG
      PARAMETER (MPI_ANY_TAG=-2)
      INTEGER MPI_PROC_NULL
      PARAMETER (MPI_PROC_NULL=-3)
      INTEGER MPI_ROOT
      PARAMETER (MPI_ROOT=-4)
      INTEGER MPI_UNDEFINED
      PARAMETER (MPI_UNDEFINED=-32766)
      INTEGER MPI_THREAD_SINGLE
      PARAMETER (MPI_THREAD_SINGLE=0)
      INTEGER MPI_THREAD_FUNNELED
      PARAMETER (MPI_THREAD_FUNNELED=1024)
      INTEGER MPI_THREAD_SERIALIZED
      PARAMETER (MPI_THREAD_SERIALIZED=2048)
      INTEGER MPI_THREAD_MULTIPLE
      PARAMETER (MPI_THREAD_MULTIPLE=4096)
      INTEGER MPI_ORDER_C
      PARAMETER (MPI_ORDER_C=12)
      INTEGER MPI_ORDER_FORTRAN
      PARAMETER (MPI_ORDER_FORTRAN=15)
      INTEGER MPI_DISTRIBUTE_NONE
      PARAMETER (MPI_DISTRIBUTE_NONE=16)
      INTEGER MPI_DISTRIBUTE_BLOCK
      PARAMETER (MPI_DISTRIBUTE_BLOCK=17)
      INTEGER MPI_DISTRIBUTE_CYCLIC
      PARAMETER (MPI_DISTRIBUTE_CYCLIC=18)
      INTEGER MPI_DISTRIBUTE_DFLT_DARG
      PARAMETER (MPI_DISTRIBUTE_DFLT_DARG=19)
      INTEGER MPI_COMBINER_NAMED
      PARAMETER (MPI_COMBINER_NAMED=101)
      INTEGER MPI_COMBINER_DUP
      PARAMETER (MPI_COMBINER_DUP=102)
      INTEGER MPI_COMBINER_CONTIGUOUS
      PARAMETER (MPI_COMBINER_CONTIGUOUS=103)
      INTEGER MPI_COMBINER_VECTOR
      PARAMETER (MPI_COMBINER_VECTOR=104)
      INTEGER MPI_COMBINER_HVECTOR
      PARAMETER (MPI_COMBINER_HVECTOR=105)
      INTEGER MPI_COMBINER_INDEXED
      PARAMETER (MPI_COMBINER_INDEXED=106)
      INTEGER MPI_COMBINER_HINDEXED
      PARAMETER (MPI_COMBINER_HINDEXED=107)
      INTEGER MPI_COMBINER_INDEXED_BLOCK
      PARAMETER (MPI_COMBINER_INDEXED_BLOCK=108)
      INTEGER MPI_COMBINER_HINDEXED_BLOCK
      PARAMETER (MPI_COMBINER_HINDEXED_BLOCK=109)
      INTEGER MPI_COMBINER_STRUCT
      PARAMETER (MPI_COMBINER_STRUCT=110)
      INTEGER MPI_COMBINER_SUBARRAY
      PARAMETER (MPI_COMBINER_SUBARRAY=111)
      INTEGER MPI_COMBINER_DARRAY
      PARAMETER (MPI_COMBINER_DARRAY=112)
      INTEGER MPI_COMBINER_F90_REAL
      PARAMETER (MPI_COMBINER_F90_REAL=113)
      INTEGER MPI_COMBINER_F90_COMPLEX
      PARAMETER (MPI_COMBINER_F90_COMPLEX=114)
      INTEGER MPI_COMBINER_F90_INTEGER
      PARAMETER (MPI_COMBINER_F90_INTEGER=115)
      INTEGER MPI_COMBINER_RESIZED
      PARAMETER (MPI_COMBINER_RESIZED=116)
      INTEGER MPI_COMBINER_VALUE_INDEX
      PARAMETER (MPI_COMBINER_VALUE_INDEX=117)
      INTEGER MPIX_TYPECLASS_LOGICAL
      PARAMETER (MPIX_TYPECLASS_LOGICAL=191)
      INTEGER MPI_TYPECLASS_INTEGER
      PARAMETER (MPI_TYPECLASS_INTEGER=192)
      INTEGER MPI_TYPECLASS_REAL
      PARAMETER (MPI_TYPECLASS_REAL=193)
      INTEGER MPI_TYPECLASS_COMPLEX
      PARAMETER (MPI_TYPECLASS_COMPLEX=194)
      INTEGER MPI_IDENT
      PARAMETER (MPI_IDENT=201)
      INTEGER MPI_CONGRUENT
      PARAMETER (MPI_CONGRUENT=202)
      INTEGER MPI_SIMILAR
      PARAMETER (MPI_SIMILAR=203)
      INTEGER MPI_UNEQUAL
      PARAMETER (MPI_UNEQUAL=204)
      INTEGER MPI_CART
      PARAMETER (MPI_CART=211)
      INTEGER MPI_GRAPH
      PARAMETER (MPI_GRAPH=212)
      INTEGER MPI_DIST_GRAPH
      PARAMETER (MPI_DIST_GRAPH=213)
      INTEGER MPI_COMM_TYPE_SHARED
      PARAMETER (MPI_COMM_TYPE_SHARED=221)
      INTEGER MPI_COMM_TYPE_HW_UNGUIDED
      PARAMETER (MPI_COMM_TYPE_HW_UNGUIDED=222)
      INTEGER MPI_COMM_TYPE_HW_GUIDED
      PARAMETER (MPI_COMM_TYPE_HW_GUIDED=223)
      INTEGER MPI_COMM_TYPE_RESOURCE_GUIDED
      PARAMETER (MPI_COMM_TYPE_RESOURCE_GUIDED=224)
      INTEGER MPI_LOCK_EXCLUSIVE
      PARAMETER (MPI_LOCK_EXCLUSIVE=301)
      INTEGER MPI_LOCK_SHARED
      PARAMETER (MPI_LOCK_SHARED=302)
      INTEGER MPI_WIN_FLAVOR_CREATE
      PARAMETER (MPI_WIN_FLAVOR_CREATE=311)
      INTEGER MPI_WIN_FLAVOR_ALLOCATE
      PARAMETER (MPI_WIN_FLAVOR_ALLOCATE=312)
      INTEGER MPI_WIN_FLAVOR_DYNAMIC
      PARAMETER (MPI_WIN_FLAVOR_DYNAMIC=313)
      INTEGER MPI_WIN_FLAVOR_SHARED
      PARAMETER (MPI_WIN_FLAVOR_SHARED=314)
      INTEGER MPI_WIN_UNIFIED
      PARAMETER (MPI_WIN_UNIFIED=321)
      INTEGER MPI_WIN_SEPARATE
      PARAMETER (MPI_WIN_SEPARATE=322)
      INTEGER MPI_SEEK_CUR
      PARAMETER (MPI_SEEK_CUR=401)
      INTEGER MPI_SEEK_END
      PARAMETER (MPI_SEEK_END=402)
      INTEGER MPI_SEEK_SET
      PARAMETER (MPI_SEEK_SET=403)
      INTEGER MPI_KEYVAL_INVALID
      PARAMETER (MPI_KEYVAL_INVALID=0)
      INTEGER MPI_TAG_UB
      PARAMETER (MPI_TAG_UB=501)
      INTEGER MPI_IO
      PARAMETER (MPI_IO=502)
      INTEGER MPI_HOST
      PARAMETER (MPI_HOST=503)
      INTEGER MPI_WTIME_IS_GLOBAL
      PARAMETER (MPI_WTIME_IS_GLOBAL=504)
      INTEGER MPI_APPNUM
      PARAMETER (MPI_APPNUM=505)
      INTEGER MPI_LASTUSEDCODE
      PARAMETER (MPI_LASTUSEDCODE=506)
      INTEGER MPI_UNIVERSE_SIZE
      PARAMETER (MPI_UNIVERSE_SIZE=507)
      INTEGER MPI_WIN_BASE
      PARAMETER (MPI_WIN_BASE=601)
      INTEGER MPI_WIN_DISP_UNIT
      PARAMETER (MPI_WIN_DISP_UNIT=602)
      INTEGER MPI_WIN_SIZE
      PARAMETER (MPI_WIN_SIZE=603)
      INTEGER MPI_WIN_CREATE_FLAVOR
      PARAMETER (MPI_WIN_CREATE_FLAVOR=604)
      INTEGER MPI_WIN_MODEL
      PARAMETER (MPI_WIN_MODEL=605)
      LOGICAL MPI_SUBARRAYS_SUPPORTED
      PARAMETER (MPI_SUBARRAYS_SUPPORTED=.FALSE.)
      LOGICAL MPI_ASYNC_PROTECTS_NONBLOCKING
      PARAMETER (MPI_ASYNC_PROTECTS_NONBLOCKING=.FALSE.)
      INTEGER MPI_BOTTOM
      COMMON /MPI_FORTRAN_BOTTOM/ MPI_BOTTOM
      INTEGER MPI_IN_PLACE
      COMMON /MPI_FORTRAN_IN_PLACE/ MPI_IN_PLACE
      INTEGER, TARGET :: MPI_BUFFER_AUTOMATIC
      COMMON /MPI_FORTRAN_BUFFER_AUTOMATIC/ MPI_BUFFER_AUTOMATIC
      INTEGER MPI_STATUS_IGNORE(8)
      COMMON /MPI_FORTRAN_STATUS_IGNORE/ MPI_STATUS_IGNORE
      INTEGER MPI_STATUSES_IGNORE(8,1)
      COMMON /MPI_FORTRAN_STATUSES_IGNORE/ MPI_STATUSES_IGNORE
      INTEGER MPI_ERRCODES_IGNORE(1)
      COMMON /MPI_FORTRAN_ERRCODES_IGNORE/ MPI_ERRCODES_IGNORE
      CHARACTER*1 MPI_ARGV_NULL(1)
      COMMON /MPI_FORTRAN_ARGV_NULL/ MPI_ARGV_NULL
      CHARACTER*1 MPI_ARGVS_NULL(1,1)
      COMMON /MPI_FORTRAN_ARGVS_NULL/ MPI_ARGVS_NULL
      INTEGER MPI_UNWEIGHTED(1)
      COMMON /MPI_FORTRAN_UNWEIGHTED/ MPI_UNWEIGHTED
      INTEGER MPI_WEIGHTS_EMPTY(1)
      COMMON /MPI_FORTRAN_WEIGHTS_EMPTY/ MPI_WEIGHTS_EMPTY
      INTERFACE
      SUBROUTINE MPI_NULL_COPY_FN(oldhandle, keyval, extra_state,       &
     &  attribute_val_in, attribute_val_out, flag, ierror)
      INTEGER oldhandle
      INTEGER keyval
      INTEGER extra_state
      INTEGER attribute_val_in
      INTEGER attribute_val_out
      LOGICAL flag
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_NULL_DELETE_FN(handle, keyval, attribute_val,      &
     &  extra_state, ierror)
      INTEGER handle
      INTEGER keyval
      INTEGER attribute_val
      INTEGER extra_state
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_DUP_FN(oldhandle, keyval, extra_state,             &
     &  attribute_val_in, attribute_val_out, flag, ierror)
      INTEGER oldhandle
      INTEGER keyval
      INTEGER extra_state
      INTEGER attribute_val_in
      INTEGER attribute_val_out
      LOGICAL flag
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_COMM_NULL_COPY_FN(oldhandle, keyval, extra_state,  &
     &  attribute_val_in, attribute_val_out, flag, ierror)
      INTEGER oldhandle
      INTEGER keyval
      INTEGER(8) extra_state
      INTEGER(8) attribute_val_in
      INTEGER(8) attribute_val_out
      LOGICAL flag
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_COMM_NULL_DELETE_FN(handle, keyval, attribute_val, &
     &  extra_state, ierror)
      INTEGER handle
      INTEGER keyval
      INTEGER(8) attribute_val
      INTEGER(8) extra_state
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_COMM_DUP_FN(oldhandle, keyval, extra_state,        &
     &  attribute_val_in, attribute_val_out, flag, ierror)
      INTEGER oldhandle
      INTEGER keyval
      INTEGER(8) extra_state
      INTEGER(8) attribute_val_in
      INTEGER(8) attribute_val_out
      LOGICAL flag
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_TYPE_NULL_COPY_FN(oldhandle, keyval, extra_state,  &
     &  attribute_val_in, attribute_val_out, flag, ierror)
      INTEGER oldhandle
      INTEGER keyval
      INTEGER(8) extra_state
      INTEGER(8) attribute_val_in
      INTEGER(8) attribute_val_out
      LOGICAL flag
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_TYPE_NULL_DELETE_FN(handle, keyval, attribute_val, &
     &  extra_state, ierror)
      INTEGER handle
      INTEGER keyval
      INTEGER(8) attribute_val
      INTEGER(8) extra_state
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_TYPE_DUP_FN(oldhandle, keyval, extra_state,        &
     &  attribute_val_in, attribute_val_out, flag, ierror)
      INTEGER oldhandle
      INTEGER keyval
      INTEGER(8) extra_state
      INTEGER(8) attribute_val_in
      INTEGER(8) attribute_val_out
      LOGICAL flag
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_WIN_NULL_COPY_FN(oldhandle, keyval, extra_state,   &
     &  attribute_val_in, attribute_val_out, flag, ierror)
      INTEGER oldhandle
      INTEGER keyval
      INTEGER(8) extra_state
      INTEGER(8) attribute_val_in
      INTEGER(8) attribute_val_out
      LOGICAL flag
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_WIN_NULL_DELETE_FN(handle, keyval, attribute_val,  &
     &  extra_state, ierror)
      INTEGER handle
      INTEGER keyval
      INTEGER(8) attribute_val
      INTEGER(8) extra_state
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_WIN_DUP_FN(oldhandle, keyval, extra_state,         &
     &  attribute_val_in, attribute_val_out, flag, ierror)
      INTEGER oldhandle
      INTEGER keyval
      INTEGER(8) extra_state
      INTEGER(8) attribute_val_in
      INTEGER(8) attribute_val_out
      LOGICAL flag
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_CONVERSION_FN_NULL()
      END SUBROUTINE
      SUBROUTINE MPI_CONVERSION_FN_NULL_C()
      END SUBROUTINE
      SUBROUTINE MPI_Send(buf, count, datatype, dest, tag, comm,        &
     &  ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Send(buf, count, datatype, dest, tag, comm,       &
     &  ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Bsend(buf, count, datatype, dest, tag, comm,       &
     &  ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Bsend(buf, count, datatype, dest, tag, comm,      &
     &  ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Ssend(buf, count, datatype, dest, tag, comm,       &
     &  ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Ssend(buf, count, datatype, dest, tag, comm,      &
     &  ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Rsend(buf, count, datatype, dest, tag, comm,       &
     &  ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Rsend(buf, count, datatype, dest, tag, comm,      &
     &  ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Isend(buf, count, datatype, dest, tag, comm,       &
     &  request, ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Isend(buf, count, datatype, dest, tag, comm,      &
     &  request, ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Ibsend(buf, count, datatype, dest, tag, comm,      &
     &  request, ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Ibsend(buf, count, datatype, dest, tag, comm,     &
     &  request, ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Issend(buf, count, datatype, dest, tag, comm,      &
     &  request, ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Issend(buf, count, datatype, dest, tag, comm,     &
     &  request, ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Irsend(buf, count, datatype, dest, tag, comm,      &
     &  request, ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Irsend(buf, count, datatype, dest, tag, comm,     &
     &  request, ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Recv(buf, count, datatype, source, tag, comm,      &
     &  status, ierror)
      INTEGER buf(*), count, datatype, source, tag, comm, status(8),    &
     &  ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Recv(buf, count, datatype, source, tag, comm,     &
     &  status, ierror)
      INTEGER buf(*), count, datatype, source, tag, comm, status(8),    &
     &  ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Irecv(buf, count, datatype, source, tag, comm,     &
     &  request, ierror)
      INTEGER buf(*), count, datatype, source, tag, comm, request,      &
     &  ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Irecv(buf, count, datatype, source, tag, comm,    &
     &  request, ierror)
      INTEGER buf(*), count, datatype, source, tag, comm, request,      &
     &  ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Sendrecv(sendbuf, sendcount, sendtype, dest,       &
     &  sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm,   &
     &  status, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, dest, sendtag,           &
     &  recvbuf(*), recvcount, recvtype, source, recvtag, comm,         &
     &  status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Sendrecv(sendbuf, sendcount, sendtype, dest,      &
     &  sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm,   &
     &  status, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, dest, sendtag,           &
     &  recvbuf(*), recvcount, recvtype, source, recvtag, comm,         &
     &  status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Sendrecv_replace(buf, count, datatype, dest,       &
     &  sendtag, source, recvtag, comm, status, ierror)
      INTEGER buf(*), count, datatype, dest, sendtag, source, recvtag,  &
     &  comm, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Sendrecv_replace(buf, count, datatype, dest,      &
     &  sendtag, source, recvtag, comm, status, ierror)
      INTEGER buf(*), count, datatype, dest, sendtag, source, recvtag,  &
     &  comm, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Isendrecv(sendbuf, sendcount, sendtype, dest,      &
     &  sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm,   &
     &  request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, dest, sendtag,           &
     &  recvbuf(*), recvcount, recvtype, source, recvtag, comm,         &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Isendrecv(sendbuf, sendcount, sendtype, dest,     &
     &  sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm,   &
     &  request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, dest, sendtag,           &
     &  recvbuf(*), recvcount, recvtype, source, recvtag, comm,         &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Isendrecv_replace(buf, count, datatype, dest,      &
     &  sendtag, source, recvtag, comm, request, ierror)
      INTEGER buf(*), count, datatype, dest, sendtag, source, recvtag,  &
     &  comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Isendrecv_replace(buf, count, datatype, dest,     &
     &  sendtag, source, recvtag, comm, request, ierror)
      INTEGER buf(*), count, datatype, dest, sendtag, source, recvtag,  &
     &  comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Probe(source, tag, comm, status, ierror)
      INTEGER source, tag, comm, status(8), ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Probe(source, tag, comm, status, ierror)
      INTEGER source, tag, comm, status(8), ierror
      END SUBROUTINE
      SUBROUTINE MPI_Iprobe(source, tag, comm, flag, status, ierror)
      INTEGER source, tag, comm, status(8), ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Iprobe(source, tag, comm, flag, status, ierror)
      INTEGER source, tag, comm, status(8), ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Mprobe(source, tag, comm, message, status, ierror)
      INTEGER source, tag, comm, message, status(8), ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Mprobe(source, tag, comm, message, status,        &
     &  ierror)
      INTEGER source, tag, comm, message, status(8), ierror
      END SUBROUTINE
      SUBROUTINE MPI_Improbe(source, tag, comm, flag, message, status,  &
     &  ierror)
      INTEGER source, tag, comm, message, status(8), ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Improbe(source, tag, comm, flag, message, status, &
     &  ierror)
      INTEGER source, tag, comm, message, status(8), ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Mrecv(buf, count, datatype, message, status,       &
     &  ierror)
      INTEGER buf(*), count, datatype, message, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Mrecv(buf, count, datatype, message, status,      &
     &  ierror)
      INTEGER buf(*), count, datatype, message, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Imrecv(buf, count, datatype, message, request,     &
     &  ierror)
      INTEGER buf(*), count, datatype, message, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Imrecv(buf, count, datatype, message, request,    &
     &  ierror)
      INTEGER buf(*), count, datatype, message, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Send_init(buf, count, datatype, dest, tag, comm,   &
     &  request, ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Send_init(buf, count, datatype, dest, tag, comm,  &
     &  request, ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Bsend_init(buf, count, datatype, dest, tag, comm,  &
     &  request, ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Bsend_init(buf, count, datatype, dest, tag, comm, &
     &  request, ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Ssend_init(buf, count, datatype, dest, tag, comm,  &
     &  request, ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Ssend_init(buf, count, datatype, dest, tag, comm, &
     &  request, ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Rsend_init(buf, count, datatype, dest, tag, comm,  &
     &  request, ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Rsend_init(buf, count, datatype, dest, tag, comm, &
     &  request, ierror)
      INTEGER buf(*), count, datatype, dest, tag, comm, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Recv_init(buf, count, datatype, source, tag, comm, &
     &  request, ierror)
      INTEGER buf(*), count, datatype, source, tag, comm, request,      &
     &  ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Recv_init(buf, count, datatype, source, tag,      &
     &  comm, request, ierror)
      INTEGER buf(*), count, datatype, source, tag, comm, request,      &
     &  ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Start(request, ierror)
      INTEGER request, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Start(request, ierror)
      INTEGER request, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Startall(count, array_of_requests, ierror)
      INTEGER count, array_of_requests(*), ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Startall(count, array_of_requests, ierror)
      INTEGER count, array_of_requests(*), ierror
      END SUBROUTINE
      SUBROUTINE MPI_Wait(request, status, ierror)
      INTEGER request, status(8), ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Wait(request, status, ierror)
      INTEGER request, status(8), ierror
      END SUBROUTINE
      SUBROUTINE MPI_Test(request, flag, status, ierror)
      INTEGER request, status(8), ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Test(request, flag, status, ierror)
      INTEGER request, status(8), ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Waitall(count, array_of_requests,                  &
     &  array_of_statuses, ierror)
      INTEGER count, array_of_requests(*), array_of_statuses(8, *),     &
     &  ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Waitall(count, array_of_requests,                 &
     &  array_of_statuses, ierror)
      INTEGER count, array_of_requests(*), array_of_statuses(8, *),     &
     &  ierror
      END SUBROUTINE
      SUBROUTINE MPI_Testall(count, array_of_requests, flag,            &
     &  array_of_statuses, ierror)
      INTEGER count, array_of_requests(*), array_of_statuses(8, *),     &
     &  ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Testall(count, array_of_requests, flag,           &
     &  array_of_statuses, ierror)
      INTEGER count, array_of_requests(*), array_of_statuses(8, *),     &
     &  ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Waitany(count, array_of_requests, index, status,   &
     &  ierror)
      INTEGER count, array_of_requests(*), index, status(8), ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Waitany(count, array_of_requests, index, status,  &
     &  ierror)
      INTEGER count, array_of_requests(*), index, status(8), ierror
      END SUBROUTINE
      SUBROUTINE MPI_Testany(count, array_of_requests, index, flag,     &
     &  status, ierror)
      INTEGER count, array_of_requests(*), index, status(8), ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Testany(count, array_of_requests, index, flag,    &
     &  status, ierror)
      INTEGER count, array_of_requests(*), index, status(8), ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Waitsome(incount, array_of_requests, outcount,     &
     &  array_of_indices, array_of_statuses, ierror)
      INTEGER incount, array_of_requests(*), outcount,                  &
     &  array_of_indices(*), array_of_statuses(8, *), ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Waitsome(incount, array_of_requests, outcount,    &
     &  array_of_indices, array_of_statuses, ierror)
      INTEGER incount, array_of_requests(*), outcount,                  &
     &  array_of_indices(*), array_of_statuses(8, *), ierror
      END SUBROUTINE
      SUBROUTINE MPI_Testsome(incount, array_of_requests, outcount,     &
     &  array_of_indices, array_of_statuses, ierror)
      INTEGER incount, array_of_requests(*), outcount,                  &
     &  array_of_indices(*), array_of_statuses(8, *), ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Testsome(incount, array_of_requests, outcount,    &
     &  array_of_indices, array_of_statuses, ierror)
      INTEGER incount, array_of_requests(*), outcount,                  &
     &  array_of_indices(*), array_of_statuses(8, *), ierror
      END SUBROUTINE
      SUBROUTINE MPI_Request_get_status(request, flag, status, ierror)
      INTEGER request, status(8), ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Request_get_status(request, flag, status, ierror)
      INTEGER request, status(8), ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Request_get_status_all(count, array_of_requests,   &
     &  flag, array_of_statuses, ierror)
      INTEGER count, array_of_requests(*), array_of_statuses(8, *),     &
     &  ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Request_get_status_all(count, array_of_requests,  &
     &  flag, array_of_statuses, ierror)
      INTEGER count, array_of_requests(*), array_of_statuses(8, *),     &
     &  ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Request_get_status_any(count, array_of_requests,   &
     &  index, flag, status, ierror)
      INTEGER count, array_of_requests(*), index, status(8), ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Request_get_status_any(count, array_of_requests,  &
     &  index, flag, status, ierror)
      INTEGER count, array_of_requests(*), index, status(8), ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Request_get_status_some(incount,                   &
     &  array_of_requests, outcount, array_of_indices,                  &
     &  array_of_statuses, ierror)
      INTEGER incount, array_of_requests(*), outcount,                  &
     &  array_of_indices(*), array_of_statuses(8, *), ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Request_get_status_some(incount,                  &
     &  array_of_requests, outcount, array_of_indices,                  &
     &  array_of_statuses, ierror)
      INTEGER incount, array_of_requests(*), outcount,                  &
     &  array_of_indices(*), array_of_statuses(8, *), ierror
      END SUBROUTINE
      SUBROUTINE MPI_Request_free(request, ierror)
      INTEGER request, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Request_free(request, ierror)
      INTEGER request, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Cancel(request, ierror)
      INTEGER request, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Cancel(request, ierror)
      INTEGER request, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Get_count(status, datatype, count, ierror)
      INTEGER status(8), datatype, count, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Get_count(status, datatype, count, ierror)
      INTEGER status(8), datatype, count, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Get_elements(status, datatype, count, ierror)
      INTEGER status(8), datatype, count, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Get_elements(status, datatype, count, ierror)
      INTEGER status(8), datatype, count, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Get_elements_x(status, datatype, count, ierror)
      INTEGER status(8), datatype, ierror
      INTEGER(8) count
      END SUBROUTINE
      SUBROUTINE PMPI_Get_elements_x(status, datatype, count, ierror)
      INTEGER status(8), datatype, ierror
      INTEGER(8) count
      END SUBROUTINE
      SUBROUTINE MPI_Test_cancelled(status, flag, ierror)
      INTEGER status(8), ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Test_cancelled(status, flag, ierror)
      INTEGER status(8), ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Status_get_source(status, source, ierror)
      INTEGER status(8), source, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Status_get_source(status, source, ierror)
      INTEGER status(8), source, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Status_get_tag(status, tag, ierror)
      INTEGER status(8), tag, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Status_get_tag(status, tag, ierror)
      INTEGER status(8), tag, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Status_get_error(status, err, ierror)
      INTEGER status(8), err, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Status_get_error(status, err, ierror)
      INTEGER status(8), err, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Status_set_source(status, source, ierror)
      INTEGER status(8), source, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Status_set_source(status, source, ierror)
      INTEGER status(8), source, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Status_set_tag(status, tag, ierror)
      INTEGER status(8), tag, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Status_set_tag(status, tag, ierror)
      INTEGER status(8), tag, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Status_set_error(status, err, ierror)
      INTEGER status(8), err, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Status_set_error(status, err, ierror)
      INTEGER status(8), err, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Status_set_cancelled(status, flag, ierror)
      INTEGER status(8), ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Status_set_cancelled(status, flag, ierror)
      INTEGER status(8), ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Status_set_elements(status, datatype, count,       &
     &  ierror)
      INTEGER status(8), datatype, count, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Status_set_elements(status, datatype, count,      &
     &  ierror)
      INTEGER status(8), datatype, count, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Status_set_elements_x(status, datatype, count,     &
     &  ierror)
      INTEGER status(8), datatype, ierror
      INTEGER(8) count
      END SUBROUTINE
      SUBROUTINE PMPI_Status_set_elements_x(status, datatype, count,    &
     &  ierror)
      INTEGER status(8), datatype, ierror
      INTEGER(8) count
      END SUBROUTINE
      SUBROUTINE MPI_Op_create(user_fn, commute, op, ierror)
      EXTERNAL user_fn
      LOGICAL commute
      INTEGER op, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Op_create(user_fn, commute, op, ierror)
      EXTERNAL user_fn
      LOGICAL commute
      INTEGER op, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Op_free(op, ierror)
      INTEGER op, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Op_free(op, ierror)
      INTEGER op, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Op_commutative(op, commute, ierror)
      INTEGER op, ierror
      LOGICAL commute
      END SUBROUTINE
      SUBROUTINE PMPI_Op_commutative(op, commute, ierror)
      INTEGER op, ierror
      LOGICAL commute
      END SUBROUTINE
      SUBROUTINE MPI_Reduce_local(inbuf, inoutbuf, count, datatype, op, &
     &  ierror)
      INTEGER inbuf(*), inoutbuf(*), count, datatype, op, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inoutbuf
!DIR$ IGNORE_TKR inoutbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Reduce_local(inbuf, inoutbuf, count, datatype,    &
     &  op, ierror)
      INTEGER inbuf(*), inoutbuf(*), count, datatype, op, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inoutbuf
!DIR$ IGNORE_TKR inoutbuf
      END SUBROUTINE
      SUBROUTINE MPI_Barrier(comm, ierror)
      INTEGER comm, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Barrier(comm, ierror)
      INTEGER comm, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Bcast(buffer, count, datatype, root, comm, ierror)
      INTEGER buffer(*), count, datatype, root, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      END SUBROUTINE
      SUBROUTINE PMPI_Bcast(buffer, count, datatype, root, comm,        &
     &  ierror)
      INTEGER buffer(*), count, datatype, root, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      END SUBROUTINE
      SUBROUTINE MPI_Gather(sendbuf, sendcount, sendtype, recvbuf,      &
     &  recvcount, recvtype, root, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, root, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Gather(sendbuf, sendcount, sendtype, recvbuf,     &
     &  recvcount, recvtype, root, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, root, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf,     &
     &  recvcounts, displs, recvtype, root, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, root, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf,    &
     &  recvcounts, displs, recvtype, root, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, root, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Scatter(sendbuf, sendcount, sendtype, recvbuf,     &
     &  recvcount, recvtype, root, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, root, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Scatter(sendbuf, sendcount, sendtype, recvbuf,    &
     &  recvcount, recvtype, root, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, root, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Scatterv(sendbuf, sendcounts, displs, sendtype,    &
     &  recvbuf, recvcount, recvtype, root, comm, ierror)
      INTEGER sendbuf(*), sendcounts(*), displs(*), sendtype,           &
     &  recvbuf(*), recvcount, recvtype, root, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Scatterv(sendbuf, sendcounts, displs, sendtype,   &
     &  recvbuf, recvcount, recvtype, root, comm, ierror)
      INTEGER sendbuf(*), sendcounts(*), displs(*), sendtype,           &
     &  recvbuf(*), recvcount, recvtype, root, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Allgather(sendbuf, sendcount, sendtype, recvbuf,   &
     &  recvcount, recvtype, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Allgather(sendbuf, sendcount, sendtype, recvbuf,  &
     &  recvcount, recvtype, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf,  &
     &  recvcounts, displs, recvtype, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, &
     &  recvcounts, displs, recvtype, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf,    &
     &  recvcount, recvtype, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf,   &
     &  recvcount, recvtype, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype,  &
     &  recvbuf, recvcounts, rdispls, recvtype, comm, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtype,          &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, &
     &  recvbuf, recvcounts, rdispls, recvtype, comm, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtype,          &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, &
     &  recvbuf, recvcounts, rdispls, recvtypes, comm, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtypes(*),      &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtypes(*), comm,      &
     &  ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Alltoallw(sendbuf, sendcounts, sdispls,           &
     &  sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,       &
     &  ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtypes(*),      &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtypes(*), comm,      &
     &  ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Reduce(sendbuf, recvbuf, count, datatype, op,      &
     &  root, comm, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, root, comm,  &
     &  ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Reduce(sendbuf, recvbuf, count, datatype, op,     &
     &  root, comm, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, root, comm,  &
     &  ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Allreduce(sendbuf, recvbuf, count, datatype, op,   &
     &  comm, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op,  &
     &  comm, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Scan(sendbuf, recvbuf, count, datatype, op, comm,  &
     &  ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Scan(sendbuf, recvbuf, count, datatype, op, comm, &
     &  ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Exscan(sendbuf, recvbuf, count, datatype, op,      &
     &  comm, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Exscan(sendbuf, recvbuf, count, datatype, op,     &
     &  comm, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Reduce_scatter(sendbuf, recvbuf, recvcounts,       &
     &  datatype, op, comm, ierror)
      INTEGER sendbuf(*), recvbuf(*), recvcounts(*), datatype, op,      &
     &  comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Reduce_scatter(sendbuf, recvbuf, recvcounts,      &
     &  datatype, op, comm, ierror)
      INTEGER sendbuf(*), recvbuf(*), recvcounts(*), datatype, op,      &
     &  comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount,  &
     &  datatype, op, comm, ierror)
      INTEGER sendbuf(*), recvbuf(*), recvcount, datatype, op, comm,    &
     &  ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, &
     &  datatype, op, comm, ierror)
      INTEGER sendbuf(*), recvbuf(*), recvcount, datatype, op, comm,    &
     &  ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Comm_size(comm, size, ierror)
      INTEGER comm, size, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_size(comm, size, ierror)
      INTEGER comm, size, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_rank(comm, rank, ierror)
      INTEGER comm, rank, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_rank(comm, rank, ierror)
      INTEGER comm, rank, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_compare(comm1, comm2, result, ierror)
      INTEGER comm1, comm2, result, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_compare(comm1, comm2, result, ierror)
      INTEGER comm1, comm2, result, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_group(comm, group, ierror)
      INTEGER comm, group, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_group(comm, group, ierror)
      INTEGER comm, group, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_dup(comm, newcomm, ierror)
      INTEGER comm, newcomm, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_dup(comm, newcomm, ierror)
      INTEGER comm, newcomm, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_split(comm, color, key, newcomm, ierror)
      INTEGER comm, color, key, newcomm, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_split(comm, color, key, newcomm, ierror)
      INTEGER comm, color, key, newcomm, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_split_type(comm, split_type, key, info,       &
     &  newcomm, ierror)
      INTEGER comm, split_type, key, info, newcomm, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_split_type(comm, split_type, key, info,      &
     &  newcomm, ierror)
      INTEGER comm, split_type, key, info, newcomm, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_create(comm, group, newcomm, ierror)
      INTEGER comm, group, newcomm, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_create(comm, group, newcomm, ierror)
      INTEGER comm, group, newcomm, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_create_group(comm, group, tag, newcomm,       &
     &  ierror)
      INTEGER comm, group, tag, newcomm, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_create_group(comm, group, tag, newcomm,      &
     &  ierror)
      INTEGER comm, group, tag, newcomm, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_free(comm, ierror)
      INTEGER comm, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_free(comm, ierror)
      INTEGER comm, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_set_name(comm, comm_name, ierror)
      INTEGER comm, ierror
      CHARACTER*(*) comm_name
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_set_name(comm, comm_name, ierror)
      INTEGER comm, ierror
      CHARACTER*(*) comm_name
      END SUBROUTINE
      SUBROUTINE MPI_Comm_get_name(comm, comm_name, resultlen, ierror)
      INTEGER comm, resultlen, ierror
      CHARACTER*(*) comm_name
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_get_name(comm, comm_name, resultlen, ierror)
      INTEGER comm, resultlen, ierror
      CHARACTER*(*) comm_name
      END SUBROUTINE
      SUBROUTINE MPI_Group_size(group, size, ierror)
      INTEGER group, size, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Group_size(group, size, ierror)
      INTEGER group, size, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Group_rank(group, rank, ierror)
      INTEGER group, rank, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Group_rank(group, rank, ierror)
      INTEGER group, rank, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Group_translate_ranks(group1, n, ranks1, group2,   &
     &  ranks2, ierror)
      INTEGER group1, n, ranks1(*), group2, ranks2(*), ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Group_translate_ranks(group1, n, ranks1, group2,  &
     &  ranks2, ierror)
      INTEGER group1, n, ranks1(*), group2, ranks2(*), ierror
      END SUBROUTINE
      SUBROUTINE MPI_Group_compare(group1, group2, result, ierror)
      INTEGER group1, group2, result, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Group_compare(group1, group2, result, ierror)
      INTEGER group1, group2, result, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Group_union(group1, group2, newgroup, ierror)
      INTEGER group1, group2, newgroup, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Group_union(group1, group2, newgroup, ierror)
      INTEGER group1, group2, newgroup, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Group_intersection(group1, group2, newgroup,       &
     &  ierror)
      INTEGER group1, group2, newgroup, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Group_intersection(group1, group2, newgroup,      &
     &  ierror)
      INTEGER group1, group2, newgroup, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Group_difference(group1, group2, newgroup, ierror)
      INTEGER group1, group2, newgroup, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Group_difference(group1, group2, newgroup,        &
     &  ierror)
      INTEGER group1, group2, newgroup, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Group_incl(group, n, ranks, newgroup, ierror)
      INTEGER group, n, ranks(*), newgroup, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Group_incl(group, n, ranks, newgroup, ierror)
      INTEGER group, n, ranks(*), newgroup, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Group_excl(group, n, ranks, newgroup, ierror)
      INTEGER group, n, ranks(*), newgroup, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Group_excl(group, n, ranks, newgroup, ierror)
      INTEGER group, n, ranks(*), newgroup, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Group_range_incl(group, n, ranges, newgroup,       &
     &  ierror)
      INTEGER group, n, ranges(3, *), newgroup, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Group_range_incl(group, n, ranges, newgroup,      &
     &  ierror)
      INTEGER group, n, ranges(3, *), newgroup, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Group_range_excl(group, n, ranges, newgroup,       &
     &  ierror)
      INTEGER group, n, ranges(3, *), newgroup, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Group_range_excl(group, n, ranges, newgroup,      &
     &  ierror)
      INTEGER group, n, ranges(3, *), newgroup, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Group_free(group, ierror)
      INTEGER group, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Group_free(group, ierror)
      INTEGER group, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_create_errhandler(comm_errhandler_fn,         &
     &  errhandler, ierror)
      EXTERNAL comm_errhandler_fn
      INTEGER errhandler, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_create_errhandler(comm_errhandler_fn,        &
     &  errhandler, ierror)
      EXTERNAL comm_errhandler_fn
      INTEGER errhandler, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_set_errhandler(comm, errhandler, ierror)
      INTEGER comm, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_set_errhandler(comm, errhandler, ierror)
      INTEGER comm, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_get_errhandler(comm, errhandler, ierror)
      INTEGER comm, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_get_errhandler(comm, errhandler, ierror)
      INTEGER comm, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_call_errhandler(comm, errorcode, ierror)
      INTEGER comm, errorcode, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_call_errhandler(comm, errorcode, ierror)
      INTEGER comm, errorcode, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Errhandler_free(errhandler, ierror)
      INTEGER errhandler, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Errhandler_free(errhandler, ierror)
      INTEGER errhandler, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Cart_create(comm_old, ndims, dims, periods,        &
     &  reorder, comm_cart, ierror)
      INTEGER comm_old, ndims, dims(*), comm_cart, ierror
      LOGICAL periods(*), reorder
      END SUBROUTINE
      SUBROUTINE PMPI_Cart_create(comm_old, ndims, dims, periods,       &
     &  reorder, comm_cart, ierror)
      INTEGER comm_old, ndims, dims(*), comm_cart, ierror
      LOGICAL periods(*), reorder
      END SUBROUTINE
      SUBROUTINE MPI_Cart_sub(comm, remain_dims, newcomm, ierror)
      INTEGER comm, newcomm, ierror
      LOGICAL remain_dims(*)
      END SUBROUTINE
      SUBROUTINE PMPI_Cart_sub(comm, remain_dims, newcomm, ierror)
      INTEGER comm, newcomm, ierror
      LOGICAL remain_dims(*)
      END SUBROUTINE
      SUBROUTINE MPI_Cartdim_get(comm, ndims, ierror)
      INTEGER comm, ndims, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Cartdim_get(comm, ndims, ierror)
      INTEGER comm, ndims, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Cart_get(comm, maxdims, dims, periods, coords,     &
     &  ierror)
      INTEGER comm, maxdims, dims(*), coords(*), ierror
      LOGICAL periods(*)
      END SUBROUTINE
      SUBROUTINE PMPI_Cart_get(comm, maxdims, dims, periods, coords,    &
     &  ierror)
      INTEGER comm, maxdims, dims(*), coords(*), ierror
      LOGICAL periods(*)
      END SUBROUTINE
      SUBROUTINE MPI_Cart_rank(comm, coords, rank, ierror)
      INTEGER comm, coords(*), rank, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Cart_rank(comm, coords, rank, ierror)
      INTEGER comm, coords(*), rank, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Cart_coords(comm, rank, maxdims, coords, ierror)
      INTEGER comm, rank, maxdims, coords(*), ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Cart_coords(comm, rank, maxdims, coords, ierror)
      INTEGER comm, rank, maxdims, coords(*), ierror
      END SUBROUTINE
      SUBROUTINE MPI_Cart_shift(comm, direction, disp, rank_source,     &
     &  rank_dest, ierror)
      INTEGER comm, direction, disp, rank_source, rank_dest, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Cart_shift(comm, direction, disp, rank_source,    &
     &  rank_dest, ierror)
      INTEGER comm, direction, disp, rank_source, rank_dest, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Cart_map(comm, ndims, dims, periods, newrank,      &
     &  ierror)
      INTEGER comm, ndims, dims(*), newrank, ierror
      LOGICAL periods(*)
      END SUBROUTINE
      SUBROUTINE PMPI_Cart_map(comm, ndims, dims, periods, newrank,     &
     &  ierror)
      INTEGER comm, ndims, dims(*), newrank, ierror
      LOGICAL periods(*)
      END SUBROUTINE
      SUBROUTINE MPI_Topo_test(comm, status, ierror)
      INTEGER comm, status, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Topo_test(comm, status, ierror)
      INTEGER comm, status, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Dims_create(nnodes, ndims, dims, ierror)
      INTEGER nnodes, ndims, dims(*), ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Dims_create(nnodes, ndims, dims, ierror)
      INTEGER nnodes, ndims, dims(*), ierror
      END SUBROUTINE
      SUBROUTINE MPI_Init(ierror)
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Init(ierror)
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_Init_thread(required, provided, ierror)
      INTEGER required, provided, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Init_thread(required, provided, ierror)
      INTEGER required, provided, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Initialized(flag, ierror)
      LOGICAL flag
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Initialized(flag, ierror)
      LOGICAL flag
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_Finalize(ierror)
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Finalize(ierror)
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_Finalized(flag, ierror)
      LOGICAL flag
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Finalized(flag, ierror)
      LOGICAL flag
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_Abort(comm, errorcode, ierror)
      INTEGER comm, errorcode, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Abort(comm, errorcode, ierror)
      INTEGER comm, errorcode, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Query_thread(provided, ierror)
      INTEGER provided, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Query_thread(provided, ierror)
      INTEGER provided, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Is_thread_main(flag, ierror)
      LOGICAL flag
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Is_thread_main(flag, ierror)
      LOGICAL flag
      INTEGER ierror
      END SUBROUTINE
      FUNCTION MPI_Wtime()
      REAL(8) MPI_Wtime
      END FUNCTION
      FUNCTION PMPI_Wtime()
      REAL(8) PMPI_Wtime
      END FUNCTION
      FUNCTION MPI_Wtick()
      REAL(8) MPI_Wtick
      END FUNCTION
      FUNCTION PMPI_Wtick()
      REAL(8) PMPI_Wtick
      END FUNCTION
      SUBROUTINE MPI_Get_processor_name(name, resultlen, ierror)
      CHARACTER*(*) name
      INTEGER resultlen, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Get_processor_name(name, resultlen, ierror)
      CHARACTER*(*) name
      INTEGER resultlen, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Get_version(version, subversion, ierror)
      INTEGER version, subversion, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Get_version(version, subversion, ierror)
      INTEGER version, subversion, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Get_library_version(version, resultlen, ierror)
      CHARACTER*(*) version
      INTEGER resultlen, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Get_library_version(version, resultlen, ierror)
      CHARACTER*(*) version
      INTEGER resultlen, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Free_mem(base, ierror)
      INTEGER base(*), ierror
      TARGET base
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      END SUBROUTINE
      SUBROUTINE PMPI_Free_mem(base, ierror)
      INTEGER base(*), ierror
      TARGET base
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      END SUBROUTINE
      SUBROUTINE MPI_Pcontrol(level)
      INTEGER level
      END SUBROUTINE
      SUBROUTINE PMPI_Pcontrol(level)
      INTEGER level
      END SUBROUTINE
      SUBROUTINE MPI_Comm_create_keyval(comm_copy_attr_fn,              &
     &  comm_delete_attr_fn, comm_keyval, extra_state, ierror)
      EXTERNAL comm_copy_attr_fn, comm_delete_attr_fn
      INTEGER comm_keyval, ierror
      INTEGER(8) extra_state
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_create_keyval(comm_copy_attr_fn,             &
     &  comm_delete_attr_fn, comm_keyval, extra_state, ierror)
      EXTERNAL comm_copy_attr_fn, comm_delete_attr_fn
      INTEGER comm_keyval, ierror
      INTEGER(8) extra_state
      END SUBROUTINE
      SUBROUTINE MPI_Comm_free_keyval(comm_keyval, ierror)
      INTEGER comm_keyval, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_free_keyval(comm_keyval, ierror)
      INTEGER comm_keyval, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_set_attr(comm, comm_keyval, attribute_val,    &
     &  ierror)
      INTEGER comm, comm_keyval, ierror
      INTEGER(8) attribute_val
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_set_attr(comm, comm_keyval, attribute_val,   &
     &  ierror)
      INTEGER comm, comm_keyval, ierror
      INTEGER(8) attribute_val
      END SUBROUTINE
      SUBROUTINE MPI_Comm_get_attr(comm, comm_keyval, attribute_val,    &
     &  flag, ierror)
      INTEGER comm, comm_keyval, ierror
      INTEGER(8) attribute_val
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_get_attr(comm, comm_keyval, attribute_val,   &
     &  flag, ierror)
      INTEGER comm, comm_keyval, ierror
      INTEGER(8) attribute_val
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Comm_delete_attr(comm, comm_keyval, ierror)
      INTEGER comm, comm_keyval, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_delete_attr(comm, comm_keyval, ierror)
      INTEGER comm, comm_keyval, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_create_keyval(type_copy_attr_fn,              &
     &  type_delete_attr_fn, type_keyval, extra_state, ierror)
      EXTERNAL type_copy_attr_fn, type_delete_attr_fn
      INTEGER type_keyval, ierror
      INTEGER(8) extra_state
      END SUBROUTINE
      SUBROUTINE PMPI_Type_create_keyval(type_copy_attr_fn,             &
     &  type_delete_attr_fn, type_keyval, extra_state, ierror)
      EXTERNAL type_copy_attr_fn, type_delete_attr_fn
      INTEGER type_keyval, ierror
      INTEGER(8) extra_state
      END SUBROUTINE
      SUBROUTINE MPI_Type_free_keyval(type_keyval, ierror)
      INTEGER type_keyval, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_free_keyval(type_keyval, ierror)
      INTEGER type_keyval, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_set_attr(datatype, type_keyval,               &
     &  attribute_val, ierror)
      INTEGER datatype, type_keyval, ierror
      INTEGER(8) attribute_val
      END SUBROUTINE
      SUBROUTINE PMPI_Type_set_attr(datatype, type_keyval,              &
     &  attribute_val, ierror)
      INTEGER datatype, type_keyval, ierror
      INTEGER(8) attribute_val
      END SUBROUTINE
      SUBROUTINE MPI_Type_get_attr(datatype, type_keyval,               &
     &  attribute_val, flag, ierror)
      INTEGER datatype, type_keyval, ierror
      INTEGER(8) attribute_val
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Type_get_attr(datatype, type_keyval,              &
     &  attribute_val, flag, ierror)
      INTEGER datatype, type_keyval, ierror
      INTEGER(8) attribute_val
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Type_delete_attr(datatype, type_keyval, ierror)
      INTEGER datatype, type_keyval, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_delete_attr(datatype, type_keyval, ierror)
      INTEGER datatype, type_keyval, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_create_keyval(win_copy_attr_fn,                &
     &  win_delete_attr_fn, win_keyval, extra_state, ierror)
      EXTERNAL win_copy_attr_fn, win_delete_attr_fn
      INTEGER win_keyval, ierror
      INTEGER(8) extra_state
      END SUBROUTINE
      SUBROUTINE PMPI_Win_create_keyval(win_copy_attr_fn,               &
     &  win_delete_attr_fn, win_keyval, extra_state, ierror)
      EXTERNAL win_copy_attr_fn, win_delete_attr_fn
      INTEGER win_keyval, ierror
      INTEGER(8) extra_state
      END SUBROUTINE
      SUBROUTINE MPI_Win_free_keyval(win_keyval, ierror)
      INTEGER win_keyval, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_free_keyval(win_keyval, ierror)
      INTEGER win_keyval, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Keyval_create(copy_fn, delete_fn, keyval,          &
     &  extra_state, ierror)
      EXTERNAL copy_fn, delete_fn
      INTEGER keyval, extra_state, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Keyval_create(copy_fn, delete_fn, keyval,         &
     &  extra_state, ierror)
      EXTERNAL copy_fn, delete_fn
      INTEGER keyval, extra_state, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Keyval_free(keyval, ierror)
      INTEGER keyval, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Keyval_free(keyval, ierror)
      INTEGER keyval, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Attr_put(comm, keyval, attribute_val, ierror)
      INTEGER comm, keyval, attribute_val, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Attr_put(comm, keyval, attribute_val, ierror)
      INTEGER comm, keyval, attribute_val, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Attr_get(comm, keyval, attribute_val, flag,        &
     &  ierror)
      INTEGER comm, keyval, attribute_val, ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Attr_get(comm, keyval, attribute_val, flag,       &
     &  ierror)
      INTEGER comm, keyval, attribute_val, ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Attr_delete(comm, keyval, ierror)
      INTEGER comm, keyval, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Attr_delete(comm, keyval, ierror)
      INTEGER comm, keyval, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Buffer_attach(buffer, size, ierror)
      INTEGER buffer(*), size, ierror
      TARGET buffer
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      END SUBROUTINE
      SUBROUTINE PMPI_Buffer_attach(buffer, size, ierror)
      INTEGER buffer(*), size, ierror
      TARGET buffer
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      END SUBROUTINE
      SUBROUTINE MPI_Buffer_detach(buffer_addr, size, ierror)
      INTEGER buffer_addr(*), size, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_addr
!DIR$ IGNORE_TKR buffer_addr
      END SUBROUTINE
      SUBROUTINE PMPI_Buffer_detach(buffer_addr, size, ierror)
      INTEGER buffer_addr(*), size, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_addr
!DIR$ IGNORE_TKR buffer_addr
      END SUBROUTINE
      SUBROUTINE MPI_Buffer_flush(ierror)
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Buffer_flush(ierror)
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_Buffer_iflush(request, ierror)
      INTEGER request, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Buffer_iflush(request, ierror)
      INTEGER request, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_attach_buffer(comm, buffer, size, ierror)
      INTEGER comm, buffer(*), size, ierror
      TARGET buffer
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_attach_buffer(comm, buffer, size, ierror)
      INTEGER comm, buffer(*), size, ierror
      TARGET buffer
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      END SUBROUTINE
      SUBROUTINE MPI_Comm_detach_buffer(comm, buffer_addr, size,        &
     &  ierror)
      INTEGER comm, buffer_addr(*), size, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_addr
!DIR$ IGNORE_TKR buffer_addr
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_detach_buffer(comm, buffer_addr, size,       &
     &  ierror)
      INTEGER comm, buffer_addr(*), size, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_addr
!DIR$ IGNORE_TKR buffer_addr
      END SUBROUTINE
      SUBROUTINE MPI_Comm_flush_buffer(comm, ierror)
      INTEGER comm, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_flush_buffer(comm, ierror)
      INTEGER comm, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_iflush_buffer(comm, request, ierror)
      INTEGER comm, request, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_iflush_buffer(comm, request, ierror)
      INTEGER comm, request, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_set_info(comm, info, ierror)
      INTEGER comm, info, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_set_info(comm, info, ierror)
      INTEGER comm, info, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_get_info(comm, info_used, ierror)
      INTEGER comm, info_used, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_get_info(comm, info_used, ierror)
      INTEGER comm, info_used, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_dup_with_info(comm, info, newcomm, ierror)
      INTEGER comm, info, newcomm, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_dup_with_info(comm, info, newcomm, ierror)
      INTEGER comm, info, newcomm, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_disconnect(comm, ierror)
      INTEGER comm, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_disconnect(comm, ierror)
      INTEGER comm, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_get_parent(parent, ierror)
      INTEGER parent, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_get_parent(parent, ierror)
      INTEGER parent, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Get_hw_resource_info(hw_info, ierror)
      INTEGER hw_info, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Get_hw_resource_info(hw_info, ierror)
      INTEGER hw_info, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Error_class(errorcode, errorclass, ierror)
      INTEGER errorcode, errorclass, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Error_class(errorcode, errorclass, ierror)
      INTEGER errorcode, errorclass, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Error_string(errorcode, string, resultlen, ierror)
      INTEGER errorcode, resultlen, ierror
      CHARACTER*(*) string
      END SUBROUTINE
      SUBROUTINE PMPI_Error_string(errorcode, string, resultlen,        &
     &  ierror)
      INTEGER errorcode, resultlen, ierror
      CHARACTER*(*) string
      END SUBROUTINE
      SUBROUTINE MPI_Add_error_class(errorclass, ierror)
      INTEGER errorclass, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Add_error_class(errorclass, ierror)
      INTEGER errorclass, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Add_error_code(errorclass, errorcode, ierror)
      INTEGER errorclass, errorcode, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Add_error_code(errorclass, errorcode, ierror)
      INTEGER errorclass, errorcode, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Add_error_string(errorcode, string, ierror)
      INTEGER errorcode, ierror
      CHARACTER*(*) string
      END SUBROUTINE
      SUBROUTINE PMPI_Add_error_string(errorcode, string, ierror)
      INTEGER errorcode, ierror
      CHARACTER*(*) string
      END SUBROUTINE
      SUBROUTINE MPI_Remove_error_class(errorclass, ierror)
      INTEGER errorclass, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Remove_error_class(errorclass, ierror)
      INTEGER errorclass, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Remove_error_code(errorcode, ierror)
      INTEGER errorcode, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Remove_error_code(errorcode, ierror)
      INTEGER errorcode, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Remove_error_string(errorcode, ierror)
      INTEGER errorcode, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Remove_error_string(errorcode, ierror)
      INTEGER errorcode, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Abi_get_version(abi_major, abi_minor, ierror)
      INTEGER abi_major, abi_minor, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Abi_get_version(abi_major, abi_minor, ierror)
      INTEGER abi_major, abi_minor, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Abi_get_info(info, ierror)
      INTEGER info, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Abi_get_info(info, ierror)
      INTEGER info, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Abi_get_fortran_info(info, ierror)
      INTEGER info, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Abi_get_fortran_info(info, ierror)
      INTEGER info, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Abi_set_fortran_info(info, ierror)
      INTEGER info, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Abi_set_fortran_info(info, ierror)
      INTEGER info, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Abi_get_fortran_booleans(logical_size,             &
     &  logical_true, logical_false, is_set, ierror)
      INTEGER logical_size, ierror
      LOGICAL logical_true, logical_false, is_set
      END SUBROUTINE
      SUBROUTINE PMPI_Abi_get_fortran_booleans(logical_size,            &
     &  logical_true, logical_false, is_set, ierror)
      INTEGER logical_size, ierror
      LOGICAL logical_true, logical_false, is_set
      END SUBROUTINE
      SUBROUTINE MPI_Abi_set_fortran_booleans(logical_size,             &
     &  logical_true, logical_false, ierror)
      INTEGER logical_size, ierror
      LOGICAL logical_true, logical_false
      END SUBROUTINE
      SUBROUTINE PMPI_Abi_set_fortran_booleans(logical_size,            &
     &  logical_true, logical_false, ierror)
      INTEGER logical_size, ierror
      LOGICAL logical_true, logical_false
      END SUBROUTINE
      SUBROUTINE MPI_Grequest_start(query_fn, free_fn, cancel_fn,       &
     &  extra_state, request, ierror)
      EXTERNAL query_fn, free_fn, cancel_fn
      INTEGER(8) extra_state
      INTEGER request, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Grequest_start(query_fn, free_fn, cancel_fn,      &
     &  extra_state, request, ierror)
      EXTERNAL query_fn, free_fn, cancel_fn
      INTEGER(8) extra_state
      INTEGER request, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Grequest_complete(request, ierror)
      INTEGER request, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Grequest_complete(request, ierror)
      INTEGER request, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Info_create(info, ierror)
      INTEGER info, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Info_create(info, ierror)
      INTEGER info, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Info_create_env(info, ierror)
      INTEGER info, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Info_create_env(info, ierror)
      INTEGER info, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Info_dup(info, newinfo, ierror)
      INTEGER info, newinfo, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Info_dup(info, newinfo, ierror)
      INTEGER info, newinfo, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Info_free(info, ierror)
      INTEGER info, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Info_free(info, ierror)
      INTEGER info, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Info_set(info, key, value, ierror)
      INTEGER info, ierror
      CHARACTER*(*) key, value
      END SUBROUTINE
      SUBROUTINE PMPI_Info_set(info, key, value, ierror)
      INTEGER info, ierror
      CHARACTER*(*) key, value
      END SUBROUTINE
      SUBROUTINE MPI_Info_delete(info, key, ierror)
      INTEGER info, ierror
      CHARACTER*(*) key
      END SUBROUTINE
      SUBROUTINE PMPI_Info_delete(info, key, ierror)
      INTEGER info, ierror
      CHARACTER*(*) key
      END SUBROUTINE
      SUBROUTINE MPI_Info_get_nkeys(info, nkeys, ierror)
      INTEGER info, nkeys, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Info_get_nkeys(info, nkeys, ierror)
      INTEGER info, nkeys, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Info_get_nthkey(info, n, key, ierror)
      INTEGER info, n, ierror
      CHARACTER*(*) key
      END SUBROUTINE
      SUBROUTINE PMPI_Info_get_nthkey(info, n, key, ierror)
      INTEGER info, n, ierror
      CHARACTER*(*) key
      END SUBROUTINE
      SUBROUTINE MPI_Info_get_string(info, key, buflen, value, flag,    &
     &  ierror)
      INTEGER info, buflen, ierror
      CHARACTER*(*) key, value
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Info_get_string(info, key, buflen, value, flag,   &
     &  ierror)
      INTEGER info, buflen, ierror
      CHARACTER*(*) key, value
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Info_get(info, key, valuelen, value, flag, ierror)
      INTEGER info, valuelen, ierror
      CHARACTER*(*) key, value
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Info_get(info, key, valuelen, value, flag,        &
     &  ierror)
      INTEGER info, valuelen, ierror
      CHARACTER*(*) key, value
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Info_get_valuelen(info, key, valuelen, flag,       &
     &  ierror)
      INTEGER info, valuelen, ierror
      CHARACTER*(*) key
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Info_get_valuelen(info, key, valuelen, flag,      &
     &  ierror)
      INTEGER info, valuelen, ierror
      CHARACTER*(*) key
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Comm_test_inter(comm, flag, ierror)
      INTEGER comm, ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_test_inter(comm, flag, ierror)
      INTEGER comm, ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Comm_remote_size(comm, size, ierror)
      INTEGER comm, size, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_remote_size(comm, size, ierror)
      INTEGER comm, size, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_remote_group(comm, group, ierror)
      INTEGER comm, group, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_remote_group(comm, group, ierror)
      INTEGER comm, group, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Intercomm_create(local_comm, local_leader,         &
     &  peer_comm, remote_leader, tag, newintercomm, ierror)
      INTEGER local_comm, local_leader, peer_comm, remote_leader, tag,  &
     &  newintercomm, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Intercomm_create(local_comm, local_leader,        &
     &  peer_comm, remote_leader, tag, newintercomm, ierror)
      INTEGER local_comm, local_leader, peer_comm, remote_leader, tag,  &
     &  newintercomm, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Intercomm_merge(intercomm, high, newintracomm,     &
     &  ierror)
      INTEGER intercomm, newintracomm, ierror
      LOGICAL high
      END SUBROUTINE
      SUBROUTINE PMPI_Intercomm_merge(intercomm, high, newintracomm,    &
     &  ierror)
      INTEGER intercomm, newintracomm, ierror
      LOGICAL high
      END SUBROUTINE
      SUBROUTINE MPI_Comm_idup(comm, newcomm, request, ierror)
      INTEGER comm, newcomm, request, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_idup(comm, newcomm, request, ierror)
      INTEGER comm, newcomm, request, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_idup_with_info(comm, info, newcomm, request,  &
     &  ierror)
      INTEGER comm, info, newcomm, request, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_idup_with_info(comm, info, newcomm, request, &
     &  ierror)
      INTEGER comm, info, newcomm, request, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Comm_create_from_group(group, stringtag, info,     &
     &  errhandler, newcomm, ierror)
      INTEGER group, info, errhandler, newcomm, ierror
      CHARACTER*(*) stringtag
      END SUBROUTINE
      SUBROUTINE PMPI_Comm_create_from_group(group, stringtag, info,    &
     &  errhandler, newcomm, ierror)
      INTEGER group, info, errhandler, newcomm, ierror
      CHARACTER*(*) stringtag
      END SUBROUTINE
      SUBROUTINE MPI_Intercomm_create_from_groups(local_group,          &
     &  local_leader, remote_group, remote_leader, stringtag, info,     &
     &  errhandler, newintercomm, ierror)
      INTEGER local_group, local_leader, remote_group, remote_leader,   &
     &  info, errhandler, newintercomm, ierror
      CHARACTER*(*) stringtag
      END SUBROUTINE
      SUBROUTINE PMPI_Intercomm_create_from_groups(local_group,         &
     &  local_leader, remote_group, remote_leader, stringtag, info,     &
     &  errhandler, newintercomm, ierror)
      INTEGER local_group, local_leader, remote_group, remote_leader,   &
     &  info, errhandler, newintercomm, ierror
      CHARACTER*(*) stringtag
      END SUBROUTINE
      SUBROUTINE MPI_Session_init(info, errhandler, session, ierror)
      INTEGER info, errhandler, session, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Session_init(info, errhandler, session, ierror)
      INTEGER info, errhandler, session, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Session_finalize(session, ierror)
      INTEGER session, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Session_finalize(session, ierror)
      INTEGER session, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Session_get_num_psets(session, info, npset_names,  &
     &  ierror)
      INTEGER session, info, npset_names, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Session_get_num_psets(session, info, npset_names, &
     &  ierror)
      INTEGER session, info, npset_names, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Session_get_nth_pset(session, info, n, pset_len,   &
     &  pset_name, ierror)
      INTEGER session, info, n, pset_len, ierror
      CHARACTER*(*) pset_name
      END SUBROUTINE
      SUBROUTINE PMPI_Session_get_nth_pset(session, info, n, pset_len,  &
     &  pset_name, ierror)
      INTEGER session, info, n, pset_len, ierror
      CHARACTER*(*) pset_name
      END SUBROUTINE
      SUBROUTINE MPI_Session_get_info(session, info_used, ierror)
      INTEGER session, info_used, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Session_get_info(session, info_used, ierror)
      INTEGER session, info_used, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Session_get_pset_info(session, pset_name, info,    &
     &  ierror)
      INTEGER session, info, ierror
      CHARACTER*(*) pset_name
      END SUBROUTINE
      SUBROUTINE PMPI_Session_get_pset_info(session, pset_name, info,   &
     &  ierror)
      INTEGER session, info, ierror
      CHARACTER*(*) pset_name
      END SUBROUTINE
      SUBROUTINE MPI_Group_from_session_pset(session, pset_name,        &
     &  newgroup, ierror)
      INTEGER session, newgroup, ierror
      CHARACTER*(*) pset_name
      END SUBROUTINE
      SUBROUTINE PMPI_Group_from_session_pset(session, pset_name,       &
     &  newgroup, ierror)
      INTEGER session, newgroup, ierror
      CHARACTER*(*) pset_name
      END SUBROUTINE
      SUBROUTINE MPI_Session_create_errhandler(session_errhandler_fn,   &
     &  errhandler, ierror)
      EXTERNAL session_errhandler_fn
      INTEGER errhandler, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Session_create_errhandler(session_errhandler_fn,  &
     &  errhandler, ierror)
      EXTERNAL session_errhandler_fn
      INTEGER errhandler, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Session_set_errhandler(session, errhandler,        &
     &  ierror)
      INTEGER session, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Session_set_errhandler(session, errhandler,       &
     &  ierror)
      INTEGER session, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Session_get_errhandler(session, errhandler,        &
     &  ierror)
      INTEGER session, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Session_get_errhandler(session, errhandler,       &
     &  ierror)
      INTEGER session, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Session_call_errhandler(session, errorcode,        &
     &  ierror)
      INTEGER session, errorcode, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Session_call_errhandler(session, errorcode,       &
     &  ierror)
      INTEGER session, errorcode, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Session_attach_buffer(session, buffer, size,       &
     &  ierror)
      INTEGER session, buffer(*), size, ierror
      TARGET buffer
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      END SUBROUTINE
      SUBROUTINE PMPI_Session_attach_buffer(session, buffer, size,      &
     &  ierror)
      INTEGER session, buffer(*), size, ierror
      TARGET buffer
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      END SUBROUTINE
      SUBROUTINE MPI_Session_detach_buffer(session, buffer_addr, size,  &
     &  ierror)
      INTEGER session, buffer_addr(*), size, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_addr
!DIR$ IGNORE_TKR buffer_addr
      END SUBROUTINE
      SUBROUTINE PMPI_Session_detach_buffer(session, buffer_addr, size, &
     &  ierror)
      INTEGER session, buffer_addr(*), size, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_addr
!DIR$ IGNORE_TKR buffer_addr
      END SUBROUTINE
      SUBROUTINE MPI_Session_flush_buffer(session, ierror)
      INTEGER session, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Session_flush_buffer(session, ierror)
      INTEGER session, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Session_iflush_buffer(session, request, ierror)
      INTEGER session, request, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Session_iflush_buffer(session, request, ierror)
      INTEGER session, request, ierror
      END SUBROUTINE
      SUBROUTINE MPI_File_open(comm, filename, amode, info, fh, ierror)
      INTEGER comm, amode, info, fh, ierror
      CHARACTER*(*) filename
      END SUBROUTINE
      SUBROUTINE PMPI_File_open(comm, filename, amode, info, fh,        &
     &  ierror)
      INTEGER comm, amode, info, fh, ierror
      CHARACTER*(*) filename
      END SUBROUTINE
      SUBROUTINE MPI_File_close(fh, ierror)
      INTEGER fh, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_File_close(fh, ierror)
      INTEGER fh, ierror
      END SUBROUTINE
      SUBROUTINE MPI_File_delete(filename, info, ierror)
      CHARACTER*(*) filename
      INTEGER info, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_File_delete(filename, info, ierror)
      CHARACTER*(*) filename
      INTEGER info, ierror
      END SUBROUTINE
      SUBROUTINE MPI_File_set_size(fh, size, ierror)
      INTEGER fh, ierror
      INTEGER(8) size
      END SUBROUTINE
      SUBROUTINE PMPI_File_set_size(fh, size, ierror)
      INTEGER fh, ierror
      INTEGER(8) size
      END SUBROUTINE
      SUBROUTINE MPI_File_preallocate(fh, size, ierror)
      INTEGER fh, ierror
      INTEGER(8) size
      END SUBROUTINE
      SUBROUTINE PMPI_File_preallocate(fh, size, ierror)
      INTEGER fh, ierror
      INTEGER(8) size
      END SUBROUTINE
      SUBROUTINE MPI_File_get_size(fh, size, ierror)
      INTEGER fh, ierror
      INTEGER(8) size
      END SUBROUTINE
      SUBROUTINE PMPI_File_get_size(fh, size, ierror)
      INTEGER fh, ierror
      INTEGER(8) size
      END SUBROUTINE
      SUBROUTINE MPI_File_get_group(fh, group, ierror)
      INTEGER fh, group, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_File_get_group(fh, group, ierror)
      INTEGER fh, group, ierror
      END SUBROUTINE
      SUBROUTINE MPI_File_get_amode(fh, amode, ierror)
      INTEGER fh, amode, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_File_get_amode(fh, amode, ierror)
      INTEGER fh, amode, ierror
      END SUBROUTINE
      SUBROUTINE MPI_File_set_info(fh, info, ierror)
      INTEGER fh, info, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_File_set_info(fh, info, ierror)
      INTEGER fh, info, ierror
      END SUBROUTINE
      SUBROUTINE MPI_File_get_info(fh, info_used, ierror)
      INTEGER fh, info_used, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_File_get_info(fh, info_used, ierror)
      INTEGER fh, info_used, ierror
      END SUBROUTINE
      SUBROUTINE MPI_File_set_view(fh, disp, etype, filetype, datarep,  &
     &  info, ierror)
      INTEGER fh, etype, filetype, info, ierror
      INTEGER(8) disp
      CHARACTER*(*) datarep
      END SUBROUTINE
      SUBROUTINE PMPI_File_set_view(fh, disp, etype, filetype, datarep, &
     &  info, ierror)
      INTEGER fh, etype, filetype, info, ierror
      INTEGER(8) disp
      CHARACTER*(*) datarep
      END SUBROUTINE
      SUBROUTINE MPI_File_get_view(fh, disp, etype, filetype, datarep,  &
     &  ierror)
      INTEGER fh, etype, filetype, ierror
      INTEGER(8) disp
      CHARACTER*(*) datarep
      END SUBROUTINE
      SUBROUTINE PMPI_File_get_view(fh, disp, etype, filetype, datarep, &
     &  ierror)
      INTEGER fh, etype, filetype, ierror
      INTEGER(8) disp
      CHARACTER*(*) datarep
      END SUBROUTINE
      SUBROUTINE MPI_File_seek(fh, offset, whence, ierror)
      INTEGER fh, whence, ierror
      INTEGER(8) offset
      END SUBROUTINE
      SUBROUTINE PMPI_File_seek(fh, offset, whence, ierror)
      INTEGER fh, whence, ierror
      INTEGER(8) offset
      END SUBROUTINE
      SUBROUTINE MPI_File_get_position(fh, offset, ierror)
      INTEGER fh, ierror
      INTEGER(8) offset
      END SUBROUTINE
      SUBROUTINE PMPI_File_get_position(fh, offset, ierror)
      INTEGER fh, ierror
      INTEGER(8) offset
      END SUBROUTINE
      SUBROUTINE MPI_File_get_byte_offset(fh, offset, disp, ierror)
      INTEGER fh, ierror
      INTEGER(8) offset, disp
      END SUBROUTINE
      SUBROUTINE PMPI_File_get_byte_offset(fh, offset, disp, ierror)
      INTEGER fh, ierror
      INTEGER(8) offset, disp
      END SUBROUTINE
      SUBROUTINE MPI_File_get_type_extent(fh, datatype, extent, ierror)
      INTEGER fh, datatype, ierror
      INTEGER(8) extent
      END SUBROUTINE
      SUBROUTINE PMPI_File_get_type_extent(fh, datatype, extent,        &
     &  ierror)
      INTEGER fh, datatype, ierror
      INTEGER(8) extent
      END SUBROUTINE
      SUBROUTINE MPI_File_sync(fh, ierror)
      INTEGER fh, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_File_sync(fh, ierror)
      INTEGER fh, ierror
      END SUBROUTINE
      SUBROUTINE MPI_File_create_errhandler(file_errhandler_fn,         &
     &  errhandler, ierror)
      EXTERNAL file_errhandler_fn
      INTEGER errhandler, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_File_create_errhandler(file_errhandler_fn,        &
     &  errhandler, ierror)
      EXTERNAL file_errhandler_fn
      INTEGER errhandler, ierror
      END SUBROUTINE
      SUBROUTINE MPI_File_set_errhandler(file, errhandler, ierror)
      INTEGER file, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_File_set_errhandler(file, errhandler, ierror)
      INTEGER file, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE MPI_File_get_errhandler(file, errhandler, ierror)
      INTEGER file, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_File_get_errhandler(file, errhandler, ierror)
      INTEGER file, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE MPI_File_call_errhandler(fh, errorcode, ierror)
      INTEGER fh, errorcode, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_File_call_errhandler(fh, errorcode, ierror)
      INTEGER fh, errorcode, ierror
      END SUBROUTINE
      SUBROUTINE MPI_File_read_at(fh, offset, buf, count, datatype,     &
     &  status, ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
      INTEGER(8) offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_read_at(fh, offset, buf, count, datatype,    &
     &  status, ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
      INTEGER(8) offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_write_at(fh, offset, buf, count, datatype,    &
     &  status, ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
      INTEGER(8) offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_write_at(fh, offset, buf, count, datatype,   &
     &  status, ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
      INTEGER(8) offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_read(fh, buf, count, datatype, status,        &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_read(fh, buf, count, datatype, status,       &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_write(fh, buf, count, datatype, status,       &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_write(fh, buf, count, datatype, status,      &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_read_at_all(fh, offset, buf, count, datatype, &
     &  status, ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
      INTEGER(8) offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_read_at_all(fh, offset, buf, count,          &
     &  datatype, status, ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
      INTEGER(8) offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_write_at_all(fh, offset, buf, count,          &
     &  datatype, status, ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
      INTEGER(8) offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_write_at_all(fh, offset, buf, count,         &
     &  datatype, status, ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
      INTEGER(8) offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_read_all(fh, buf, count, datatype, status,    &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_read_all(fh, buf, count, datatype, status,   &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_write_all(fh, buf, count, datatype, status,   &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_write_all(fh, buf, count, datatype, status,  &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_iread_at(fh, offset, buf, count, datatype,    &
     &  request, ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      INTEGER(8) offset
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_iread_at(fh, offset, buf, count, datatype,   &
     &  request, ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      INTEGER(8) offset
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_iwrite_at(fh, offset, buf, count, datatype,   &
     &  request, ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      INTEGER(8) offset
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_iwrite_at(fh, offset, buf, count, datatype,  &
     &  request, ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      INTEGER(8) offset
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_iread(fh, buf, count, datatype, request,      &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_iread(fh, buf, count, datatype, request,     &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_iwrite(fh, buf, count, datatype, request,     &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_iwrite(fh, buf, count, datatype, request,    &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_iread_at_all(fh, offset, buf, count,          &
     &  datatype, request, ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      INTEGER(8) offset
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_iread_at_all(fh, offset, buf, count,         &
     &  datatype, request, ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      INTEGER(8) offset
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_iwrite_at_all(fh, offset, buf, count,         &
     &  datatype, request, ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      INTEGER(8) offset
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_iwrite_at_all(fh, offset, buf, count,        &
     &  datatype, request, ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      INTEGER(8) offset
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_iread_all(fh, buf, count, datatype, request,  &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_iread_all(fh, buf, count, datatype, request, &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_iwrite_all(fh, buf, count, datatype, request, &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_iwrite_all(fh, buf, count, datatype,         &
     &  request, ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_read_at_all_begin(fh, offset, buf, count,     &
     &  datatype, ierror)
      INTEGER fh, buf(*), count, datatype, ierror
      INTEGER(8) offset
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_read_at_all_begin(fh, offset, buf, count,    &
     &  datatype, ierror)
      INTEGER fh, buf(*), count, datatype, ierror
      INTEGER(8) offset
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_read_at_all_end(fh, buf, status, ierror)
      INTEGER fh, buf(*), status(8), ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_read_at_all_end(fh, buf, status, ierror)
      INTEGER fh, buf(*), status(8), ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_write_at_all_begin(fh, offset, buf, count,    &
     &  datatype, ierror)
      INTEGER fh, buf(*), count, datatype, ierror
      INTEGER(8) offset
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_write_at_all_begin(fh, offset, buf, count,   &
     &  datatype, ierror)
      INTEGER fh, buf(*), count, datatype, ierror
      INTEGER(8) offset
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_write_at_all_end(fh, buf, status, ierror)
      INTEGER fh, buf(*), status(8), ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_write_at_all_end(fh, buf, status, ierror)
      INTEGER fh, buf(*), status(8), ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_read_all_begin(fh, buf, count, datatype,      &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_read_all_begin(fh, buf, count, datatype,     &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_read_all_end(fh, buf, status, ierror)
      INTEGER fh, buf(*), status(8), ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_read_all_end(fh, buf, status, ierror)
      INTEGER fh, buf(*), status(8), ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_write_all_begin(fh, buf, count, datatype,     &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_write_all_begin(fh, buf, count, datatype,    &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_write_all_end(fh, buf, status, ierror)
      INTEGER fh, buf(*), status(8), ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_write_all_end(fh, buf, status, ierror)
      INTEGER fh, buf(*), status(8), ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_read_shared(fh, buf, count, datatype, status, &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_read_shared(fh, buf, count, datatype,        &
     &  status, ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_write_shared(fh, buf, count, datatype,        &
     &  status, ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_write_shared(fh, buf, count, datatype,       &
     &  status, ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_iread_shared(fh, buf, count, datatype,        &
     &  request, ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_iread_shared(fh, buf, count, datatype,       &
     &  request, ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_iwrite_shared(fh, buf, count, datatype,       &
     &  request, ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_iwrite_shared(fh, buf, count, datatype,      &
     &  request, ierror)
      INTEGER fh, buf(*), count, datatype, request, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_read_ordered(fh, buf, count, datatype,        &
     &  status, ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_read_ordered(fh, buf, count, datatype,       &
     &  status, ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_write_ordered(fh, buf, count, datatype,       &
     &  status, ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_write_ordered(fh, buf, count, datatype,      &
     &  status, ierror)
      INTEGER fh, buf(*), count, datatype, status(8), ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_read_ordered_begin(fh, buf, count, datatype,  &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_read_ordered_begin(fh, buf, count, datatype, &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_read_ordered_end(fh, buf, status, ierror)
      INTEGER fh, buf(*), status(8), ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_read_ordered_end(fh, buf, status, ierror)
      INTEGER fh, buf(*), status(8), ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_write_ordered_begin(fh, buf, count, datatype, &
     &  ierror)
      INTEGER fh, buf(*), count, datatype, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_write_ordered_begin(fh, buf, count,          &
     &  datatype, ierror)
      INTEGER fh, buf(*), count, datatype, ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_write_ordered_end(fh, buf, status, ierror)
      INTEGER fh, buf(*), status(8), ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_File_write_ordered_end(fh, buf, status, ierror)
      INTEGER fh, buf(*), status(8), ierror
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_File_seek_shared(fh, offset, whence, ierror)
      INTEGER fh, whence, ierror
      INTEGER(8) offset
      END SUBROUTINE
      SUBROUTINE PMPI_File_seek_shared(fh, offset, whence, ierror)
      INTEGER fh, whence, ierror
      INTEGER(8) offset
      END SUBROUTINE
      SUBROUTINE MPI_File_get_position_shared(fh, offset, ierror)
      INTEGER fh, ierror
      INTEGER(8) offset
      END SUBROUTINE
      SUBROUTINE PMPI_File_get_position_shared(fh, offset, ierror)
      INTEGER fh, ierror
      INTEGER(8) offset
      END SUBROUTINE
      SUBROUTINE MPI_File_set_atomicity(fh, flag, ierror)
      INTEGER fh, ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_File_set_atomicity(fh, flag, ierror)
      INTEGER fh, ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_File_get_atomicity(fh, flag, ierror)
      INTEGER fh, ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_File_get_atomicity(fh, flag, ierror)
      INTEGER fh, ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Register_datarep(datarep, read_conversion_fn,      &
     &  write_conversion_fn, dtype_file_extent_fn, extra_state, ierror)
      CHARACTER*(*) datarep
      EXTERNAL read_conversion_fn, write_conversion_fn,                 &
     &  dtype_file_extent_fn
      INTEGER(8) extra_state
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Register_datarep(datarep, read_conversion_fn,     &
     &  write_conversion_fn, dtype_file_extent_fn, extra_state, ierror)
      CHARACTER*(*) datarep
      EXTERNAL read_conversion_fn, write_conversion_fn,                 &
     &  dtype_file_extent_fn
      INTEGER(8) extra_state
      INTEGER ierror
      END SUBROUTINE
      SUBROUTINE MPI_Ibarrier(comm, request, ierror)
      INTEGER comm, request, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Ibarrier(comm, request, ierror)
      INTEGER comm, request, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Ibcast(buffer, count, datatype, root, comm,        &
     &  request, ierror)
      INTEGER buffer(*), count, datatype, root, comm, request, ierror
      TARGET buffer
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      END SUBROUTINE
      SUBROUTINE PMPI_Ibcast(buffer, count, datatype, root, comm,       &
     &  request, ierror)
      INTEGER buffer(*), count, datatype, root, comm, request, ierror
      TARGET buffer
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      END SUBROUTINE
      SUBROUTINE MPI_Igather(sendbuf, sendcount, sendtype, recvbuf,     &
     &  recvcount, recvtype, root, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, root, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Igather(sendbuf, sendcount, sendtype, recvbuf,    &
     &  recvcount, recvtype, root, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, root, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf,    &
     &  recvcounts, displs, recvtype, root, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, root, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf,   &
     &  recvcounts, displs, recvtype, root, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, root, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf,    &
     &  recvcount, recvtype, root, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, root, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf,   &
     &  recvcount, recvtype, root, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, root, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Iscatterv(sendbuf, sendcounts, displs, sendtype,   &
     &  recvbuf, recvcount, recvtype, root, comm, request, ierror)
      INTEGER sendbuf(*), sendcounts(*), displs(*), sendtype,           &
     &  recvbuf(*), recvcount, recvtype, root, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Iscatterv(sendbuf, sendcounts, displs, sendtype,  &
     &  recvbuf, recvcount, recvtype, root, comm, request, ierror)
      INTEGER sendbuf(*), sendcounts(*), displs(*), sendtype,           &
     &  recvbuf(*), recvcount, recvtype, root, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf,  &
     &  recvcount, recvtype, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, &
     &  recvcount, recvtype, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, &
     &  recvcounts, displs, recvtype, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Iallgatherv(sendbuf, sendcount, sendtype,         &
     &  recvbuf, recvcounts, displs, recvtype, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf,   &
     &  recvcount, recvtype, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf,  &
     &  recvcount, recvtype, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, &
     &  recvbuf, recvcounts, rdispls, recvtype, comm, request, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtype,          &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtype, comm, request, &
     &  ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Ialltoallv(sendbuf, sendcounts, sdispls,          &
     &  sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,         &
     &  request, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtype,          &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtype, comm, request, &
     &  ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Ialltoallw(sendbuf, sendcounts, sdispls,           &
     &  sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,       &
     &  request, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtypes(*),      &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtypes(*), comm,      &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Ialltoallw(sendbuf, sendcounts, sdispls,          &
     &  sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,       &
     &  request, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtypes(*),      &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtypes(*), comm,      &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Ireduce(sendbuf, recvbuf, count, datatype, op,     &
     &  root, comm, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, root, comm,  &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Ireduce(sendbuf, recvbuf, count, datatype, op,    &
     &  root, comm, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, root, comm,  &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Iallreduce(sendbuf, recvbuf, count, datatype, op,  &
     &  comm, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm,        &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, &
     &  comm, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm,        &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Iscan(sendbuf, recvbuf, count, datatype, op, comm, &
     &  request, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm,        &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Iscan(sendbuf, recvbuf, count, datatype, op,      &
     &  comm, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm,        &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Iexscan(sendbuf, recvbuf, count, datatype, op,     &
     &  comm, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm,        &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Iexscan(sendbuf, recvbuf, count, datatype, op,    &
     &  comm, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm,        &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts,      &
     &  datatype, op, comm, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), recvcounts(*), datatype, op,      &
     &  comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts,     &
     &  datatype, op, comm, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), recvcounts(*), datatype, op,      &
     &  comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, &
     &  datatype, op, comm, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), recvcount, datatype, op, comm,    &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Ireduce_scatter_block(sendbuf, recvbuf,           &
     &  recvcount, datatype, op, comm, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), recvcount, datatype, op, comm,    &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Barrier_init(comm, info, request, ierror)
      INTEGER comm, info, request, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Barrier_init(comm, info, request, ierror)
      INTEGER comm, info, request, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Bcast_init(buffer, count, datatype, root, comm,    &
     &  info, request, ierror)
      INTEGER buffer(*), count, datatype, root, comm, info, request,    &
     &  ierror
      TARGET buffer
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      END SUBROUTINE
      SUBROUTINE PMPI_Bcast_init(buffer, count, datatype, root, comm,   &
     &  info, request, ierror)
      INTEGER buffer(*), count, datatype, root, comm, info, request,    &
     &  ierror
      TARGET buffer
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      END SUBROUTINE
      SUBROUTINE MPI_Gather_init(sendbuf, sendcount, sendtype, recvbuf, &
     &  recvcount, recvtype, root, comm, info, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, root, comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Gather_init(sendbuf, sendcount, sendtype,         &
     &  recvbuf, recvcount, recvtype, root, comm, info, request,        &
     &  ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, root, comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Gatherv_init(sendbuf, sendcount, sendtype,         &
     &  recvbuf, recvcounts, displs, recvtype, root, comm, info,        &
     &  request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, root, comm, info, request,  &
     &  ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Gatherv_init(sendbuf, sendcount, sendtype,        &
     &  recvbuf, recvcounts, displs, recvtype, root, comm, info,        &
     &  request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, root, comm, info, request,  &
     &  ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Scatter_init(sendbuf, sendcount, sendtype,         &
     &  recvbuf, recvcount, recvtype, root, comm, info, request,        &
     &  ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, root, comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Scatter_init(sendbuf, sendcount, sendtype,        &
     &  recvbuf, recvcount, recvtype, root, comm, info, request,        &
     &  ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, root, comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Scatterv_init(sendbuf, sendcounts, displs,         &
     &  sendtype, recvbuf, recvcount, recvtype, root, comm, info,       &
     &  request, ierror)
      INTEGER sendbuf(*), sendcounts(*), displs(*), sendtype,           &
     &  recvbuf(*), recvcount, recvtype, root, comm, info, request,     &
     &  ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Scatterv_init(sendbuf, sendcounts, displs,        &
     &  sendtype, recvbuf, recvcount, recvtype, root, comm, info,       &
     &  request, ierror)
      INTEGER sendbuf(*), sendcounts(*), displs(*), sendtype,           &
     &  recvbuf(*), recvcount, recvtype, root, comm, info, request,     &
     &  ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Allgather_init(sendbuf, sendcount, sendtype,       &
     &  recvbuf, recvcount, recvtype, comm, info, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Allgather_init(sendbuf, sendcount, sendtype,      &
     &  recvbuf, recvcount, recvtype, comm, info, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Allgatherv_init(sendbuf, sendcount, sendtype,      &
     &  recvbuf, recvcounts, displs, recvtype, comm, info, request,     &
     &  ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Allgatherv_init(sendbuf, sendcount, sendtype,     &
     &  recvbuf, recvcounts, displs, recvtype, comm, info, request,     &
     &  ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Alltoall_init(sendbuf, sendcount, sendtype,        &
     &  recvbuf, recvcount, recvtype, comm, info, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Alltoall_init(sendbuf, sendcount, sendtype,       &
     &  recvbuf, recvcount, recvtype, comm, info, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Alltoallv_init(sendbuf, sendcounts, sdispls,       &
     &  sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info,   &
     &  request, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtype,          &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtype, comm, info,    &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Alltoallv_init(sendbuf, sendcounts, sdispls,      &
     &  sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info,   &
     &  request, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtype,          &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtype, comm, info,    &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Alltoallw_init(sendbuf, sendcounts, sdispls,       &
     &  sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, &
     &  request, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtypes(*),      &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtypes(*), comm,      &
     &  info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Alltoallw_init(sendbuf, sendcounts, sdispls,      &
     &  sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, &
     &  request, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtypes(*),      &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtypes(*), comm,      &
     &  info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Reduce_init(sendbuf, recvbuf, count, datatype, op, &
     &  root, comm, info, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, root, comm,  &
     &  info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Reduce_init(sendbuf, recvbuf, count, datatype,    &
     &  op, root, comm, info, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, root, comm,  &
     &  info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Allreduce_init(sendbuf, recvbuf, count, datatype,  &
     &  op, comm, info, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm, info,  &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Allreduce_init(sendbuf, recvbuf, count, datatype, &
     &  op, comm, info, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm, info,  &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Scan_init(sendbuf, recvbuf, count, datatype, op,   &
     &  comm, info, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm, info,  &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Scan_init(sendbuf, recvbuf, count, datatype, op,  &
     &  comm, info, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm, info,  &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Exscan_init(sendbuf, recvbuf, count, datatype, op, &
     &  comm, info, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm, info,  &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Exscan_init(sendbuf, recvbuf, count, datatype,    &
     &  op, comm, info, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), count, datatype, op, comm, info,  &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts,  &
     &  datatype, op, comm, info, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), recvcounts(*), datatype, op,      &
     &  comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, &
     &  datatype, op, comm, info, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), recvcounts(*), datatype, op,      &
     &  comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Reduce_scatter_block_init(sendbuf, recvbuf,        &
     &  recvcount, datatype, op, comm, info, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), recvcount, datatype, op, comm,    &
     &  info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Reduce_scatter_block_init(sendbuf, recvbuf,       &
     &  recvcount, datatype, op, comm, info, request, ierror)
      INTEGER sendbuf(*), recvbuf(*), recvcount, datatype, op, comm,    &
     &  info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Psend_init(buf, partitions, count, datatype, dest, &
     &  tag, comm, info, request, ierror)
      INTEGER buf(*), partitions, datatype, dest, tag, comm, info,      &
     &  request, ierror
      INTEGER(8) count
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Psend_init(buf, partitions, count, datatype,      &
     &  dest, tag, comm, info, request, ierror)
      INTEGER buf(*), partitions, datatype, dest, tag, comm, info,      &
     &  request, ierror
      INTEGER(8) count
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Precv_init(buf, partitions, count, datatype,       &
     &  source, tag, comm, info, request, ierror)
      INTEGER buf(*), partitions, datatype, source, tag, comm, info,    &
     &  request, ierror
      INTEGER(8) count
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_Precv_init(buf, partitions, count, datatype,      &
     &  source, tag, comm, info, request, ierror)
      INTEGER buf(*), partitions, datatype, source, tag, comm, info,    &
     &  request, ierror
      INTEGER(8) count
      TARGET buf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE MPI_Pready(partition, request, ierror)
      INTEGER partition, request, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Pready(partition, request, ierror)
      INTEGER partition, request, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Pready_range(partition_low, partition_high,        &
     &  request, ierror)
      INTEGER partition_low, partition_high, request, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Pready_range(partition_low, partition_high,       &
     &  request, ierror)
      INTEGER partition_low, partition_high, request, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Pready_list(length, array_of_partitions, request,  &
     &  ierror)
      INTEGER length, array_of_partitions(*), request, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Pready_list(length, array_of_partitions, request, &
     &  ierror)
      INTEGER length, array_of_partitions(*), request, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Parrived(request, partition, flag, ierror)
      INTEGER request, partition, ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Parrived(request, partition, flag, ierror)
      INTEGER request, partition, ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Win_create(base, size, disp_unit, info, comm, win, &
     &  ierror)
      INTEGER base(*), disp_unit, info, comm, win, ierror
      INTEGER(8) size
      TARGET base
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      END SUBROUTINE
      SUBROUTINE PMPI_Win_create(base, size, disp_unit, info, comm,     &
     &  win, ierror)
      INTEGER base(*), disp_unit, info, comm, win, ierror
      INTEGER(8) size
      TARGET base
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      END SUBROUTINE
      SUBROUTINE MPI_Win_create_dynamic(info, comm, win, ierror)
      INTEGER info, comm, win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_create_dynamic(info, comm, win, ierror)
      INTEGER info, comm, win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_attach(win, base, size, ierror)
      INTEGER win, base(*), ierror
      INTEGER(8) size
      TARGET base
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      END SUBROUTINE
      SUBROUTINE PMPI_Win_attach(win, base, size, ierror)
      INTEGER win, base(*), ierror
      INTEGER(8) size
      TARGET base
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      END SUBROUTINE
      SUBROUTINE MPI_Win_detach(win, base, ierror)
      INTEGER win, base(*), ierror
      TARGET base
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      END SUBROUTINE
      SUBROUTINE PMPI_Win_detach(win, base, ierror)
      INTEGER win, base(*), ierror
      TARGET base
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      END SUBROUTINE
      SUBROUTINE MPI_Win_free(win, ierror)
      INTEGER win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_free(win, ierror)
      INTEGER win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_get_group(win, group, ierror)
      INTEGER win, group, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_get_group(win, group, ierror)
      INTEGER win, group, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_set_name(win, win_name, ierror)
      INTEGER win, ierror
      CHARACTER*(*) win_name
      END SUBROUTINE
      SUBROUTINE PMPI_Win_set_name(win, win_name, ierror)
      INTEGER win, ierror
      CHARACTER*(*) win_name
      END SUBROUTINE
      SUBROUTINE MPI_Win_get_name(win, win_name, resultlen, ierror)
      INTEGER win, resultlen, ierror
      CHARACTER*(*) win_name
      END SUBROUTINE
      SUBROUTINE PMPI_Win_get_name(win, win_name, resultlen, ierror)
      INTEGER win, resultlen, ierror
      CHARACTER*(*) win_name
      END SUBROUTINE
      SUBROUTINE MPI_Win_set_info(win, info, ierror)
      INTEGER win, info, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_set_info(win, info, ierror)
      INTEGER win, info, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_get_info(win, info_used, ierror)
      INTEGER win, info_used, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_get_info(win, info_used, ierror)
      INTEGER win, info_used, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_set_attr(win, win_keyval, attribute_val,       &
     &  ierror)
      INTEGER win, win_keyval, ierror
      INTEGER(8) attribute_val
      END SUBROUTINE
      SUBROUTINE PMPI_Win_set_attr(win, win_keyval, attribute_val,      &
     &  ierror)
      INTEGER win, win_keyval, ierror
      INTEGER(8) attribute_val
      END SUBROUTINE
      SUBROUTINE MPI_Win_get_attr(win, win_keyval, attribute_val, flag, &
     &  ierror)
      INTEGER win, win_keyval, ierror
      INTEGER(8) attribute_val
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Win_get_attr(win, win_keyval, attribute_val,      &
     &  flag, ierror)
      INTEGER win, win_keyval, ierror
      INTEGER(8) attribute_val
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Win_delete_attr(win, win_keyval, ierror)
      INTEGER win, win_keyval, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_delete_attr(win, win_keyval, ierror)
      INTEGER win, win_keyval, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_create_errhandler(win_errhandler_fn,           &
     &  errhandler, ierror)
      EXTERNAL win_errhandler_fn
      INTEGER errhandler, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_create_errhandler(win_errhandler_fn,          &
     &  errhandler, ierror)
      EXTERNAL win_errhandler_fn
      INTEGER errhandler, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_set_errhandler(win, errhandler, ierror)
      INTEGER win, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_set_errhandler(win, errhandler, ierror)
      INTEGER win, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_get_errhandler(win, errhandler, ierror)
      INTEGER win, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_get_errhandler(win, errhandler, ierror)
      INTEGER win, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_call_errhandler(win, errorcode, ierror)
      INTEGER win, errorcode, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_call_errhandler(win, errorcode, ierror)
      INTEGER win, errorcode, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Put(origin_addr, origin_count, origin_datatype,    &
     &  target_rank, target_disp, target_count, target_datatype, win,   &
     &  ierror)
      INTEGER origin_addr(*), origin_count, origin_datatype,            &
     &  target_rank, target_count, target_datatype, win, ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      END SUBROUTINE
      SUBROUTINE PMPI_Put(origin_addr, origin_count, origin_datatype,   &
     &  target_rank, target_disp, target_count, target_datatype, win,   &
     &  ierror)
      INTEGER origin_addr(*), origin_count, origin_datatype,            &
     &  target_rank, target_count, target_datatype, win, ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      END SUBROUTINE
      SUBROUTINE MPI_Get(origin_addr, origin_count, origin_datatype,    &
     &  target_rank, target_disp, target_count, target_datatype, win,   &
     &  ierror)
      INTEGER origin_addr(*), origin_count, origin_datatype,            &
     &  target_rank, target_count, target_datatype, win, ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      END SUBROUTINE
      SUBROUTINE PMPI_Get(origin_addr, origin_count, origin_datatype,   &
     &  target_rank, target_disp, target_count, target_datatype, win,   &
     &  ierror)
      INTEGER origin_addr(*), origin_count, origin_datatype,            &
     &  target_rank, target_count, target_datatype, win, ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      END SUBROUTINE
      SUBROUTINE MPI_Accumulate(origin_addr, origin_count,              &
     &  origin_datatype, target_rank, target_disp, target_count,        &
     &  target_datatype, op, win, ierror)
      INTEGER origin_addr(*), origin_count, origin_datatype,            &
     &  target_rank, target_count, target_datatype, op, win, ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      END SUBROUTINE
      SUBROUTINE PMPI_Accumulate(origin_addr, origin_count,             &
     &  origin_datatype, target_rank, target_disp, target_count,        &
     &  target_datatype, op, win, ierror)
      INTEGER origin_addr(*), origin_count, origin_datatype,            &
     &  target_rank, target_count, target_datatype, op, win, ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      END SUBROUTINE
      SUBROUTINE MPI_Get_accumulate(origin_addr, origin_count,          &
     &  origin_datatype, result_addr, result_count, result_datatype,    &
     &  target_rank, target_disp, target_count, target_datatype, op,    &
     &  win, ierror)
      INTEGER origin_addr(*), origin_count, origin_datatype,            &
     &  result_addr(*), result_count, result_datatype, target_rank,     &
     &  target_count, target_datatype, op, win, ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      TARGET result_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
      END SUBROUTINE
      SUBROUTINE PMPI_Get_accumulate(origin_addr, origin_count,         &
     &  origin_datatype, result_addr, result_count, result_datatype,    &
     &  target_rank, target_disp, target_count, target_datatype, op,    &
     &  win, ierror)
      INTEGER origin_addr(*), origin_count, origin_datatype,            &
     &  result_addr(*), result_count, result_datatype, target_rank,     &
     &  target_count, target_datatype, op, win, ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      TARGET result_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
      END SUBROUTINE
      SUBROUTINE MPI_Rput(origin_addr, origin_count, origin_datatype,   &
     &  target_rank, target_disp, target_count, target_datatype, win,   &
     &  request, ierror)
      INTEGER origin_addr(*), origin_count, origin_datatype,            &
     &  target_rank, target_count, target_datatype, win, request,       &
     &  ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      END SUBROUTINE
      SUBROUTINE PMPI_Rput(origin_addr, origin_count, origin_datatype,  &
     &  target_rank, target_disp, target_count, target_datatype, win,   &
     &  request, ierror)
      INTEGER origin_addr(*), origin_count, origin_datatype,            &
     &  target_rank, target_count, target_datatype, win, request,       &
     &  ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      END SUBROUTINE
      SUBROUTINE MPI_Rget(origin_addr, origin_count, origin_datatype,   &
     &  target_rank, target_disp, target_count, target_datatype, win,   &
     &  request, ierror)
      INTEGER origin_addr(*), origin_count, origin_datatype,            &
     &  target_rank, target_count, target_datatype, win, request,       &
     &  ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      END SUBROUTINE
      SUBROUTINE PMPI_Rget(origin_addr, origin_count, origin_datatype,  &
     &  target_rank, target_disp, target_count, target_datatype, win,   &
     &  request, ierror)
      INTEGER origin_addr(*), origin_count, origin_datatype,            &
     &  target_rank, target_count, target_datatype, win, request,       &
     &  ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      END SUBROUTINE
      SUBROUTINE MPI_Raccumulate(origin_addr, origin_count,             &
     &  origin_datatype, target_rank, target_disp, target_count,        &
     &  target_datatype, op, win, request, ierror)
      INTEGER origin_addr(*), origin_count, origin_datatype,            &
     &  target_rank, target_count, target_datatype, op, win, request,   &
     &  ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      END SUBROUTINE
      SUBROUTINE PMPI_Raccumulate(origin_addr, origin_count,            &
     &  origin_datatype, target_rank, target_disp, target_count,        &
     &  target_datatype, op, win, request, ierror)
      INTEGER origin_addr(*), origin_count, origin_datatype,            &
     &  target_rank, target_count, target_datatype, op, win, request,   &
     &  ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      END SUBROUTINE
      SUBROUTINE MPI_Rget_accumulate(origin_addr, origin_count,         &
     &  origin_datatype, result_addr, result_count, result_datatype,    &
     &  target_rank, target_disp, target_count, target_datatype, op,    &
     &  win, request, ierror)
      INTEGER origin_addr(*), origin_count, origin_datatype,            &
     &  result_addr(*), result_count, result_datatype, target_rank,     &
     &  target_count, target_datatype, op, win, request, ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      TARGET result_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
      END SUBROUTINE
      SUBROUTINE PMPI_Rget_accumulate(origin_addr, origin_count,        &
     &  origin_datatype, result_addr, result_count, result_datatype,    &
     &  target_rank, target_disp, target_count, target_datatype, op,    &
     &  win, request, ierror)
      INTEGER origin_addr(*), origin_count, origin_datatype,            &
     &  result_addr(*), result_count, result_datatype, target_rank,     &
     &  target_count, target_datatype, op, win, request, ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      TARGET result_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
      END SUBROUTINE
      SUBROUTINE MPI_Fetch_and_op(origin_addr, result_addr, datatype,   &
     &  target_rank, target_disp, op, win, ierror)
      INTEGER origin_addr(*), result_addr(*), datatype, target_rank,    &
     &  op, win, ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      TARGET result_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
      END SUBROUTINE
      SUBROUTINE PMPI_Fetch_and_op(origin_addr, result_addr, datatype,  &
     &  target_rank, target_disp, op, win, ierror)
      INTEGER origin_addr(*), result_addr(*), datatype, target_rank,    &
     &  op, win, ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      TARGET result_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
      END SUBROUTINE
      SUBROUTINE MPI_Compare_and_swap(origin_addr, compare_addr,        &
     &  result_addr, datatype, target_rank, target_disp, win, ierror)
      INTEGER origin_addr(*), compare_addr(*), result_addr(*),          &
     &  datatype, target_rank, win, ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      TARGET compare_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: compare_addr
!DIR$ IGNORE_TKR compare_addr
      TARGET result_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
      END SUBROUTINE
      SUBROUTINE PMPI_Compare_and_swap(origin_addr, compare_addr,       &
     &  result_addr, datatype, target_rank, target_disp, win, ierror)
      INTEGER origin_addr(*), compare_addr(*), result_addr(*),          &
     &  datatype, target_rank, win, ierror
      INTEGER(8) target_disp
      TARGET origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      TARGET compare_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: compare_addr
!DIR$ IGNORE_TKR compare_addr
      TARGET result_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
      END SUBROUTINE
      SUBROUTINE MPI_Win_fence(assert, win, ierror)
      INTEGER assert, win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_fence(assert, win, ierror)
      INTEGER assert, win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_post(group, assert, win, ierror)
      INTEGER group, assert, win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_post(group, assert, win, ierror)
      INTEGER group, assert, win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_start(group, assert, win, ierror)
      INTEGER group, assert, win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_start(group, assert, win, ierror)
      INTEGER group, assert, win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_complete(win, ierror)
      INTEGER win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_complete(win, ierror)
      INTEGER win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_wait(win, ierror)
      INTEGER win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_wait(win, ierror)
      INTEGER win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_test(win, flag, ierror)
      INTEGER win, ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE PMPI_Win_test(win, flag, ierror)
      INTEGER win, ierror
      LOGICAL flag
      END SUBROUTINE
      SUBROUTINE MPI_Win_lock(lock_type, rank, assert, win, ierror)
      INTEGER lock_type, rank, assert, win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_lock(lock_type, rank, assert, win, ierror)
      INTEGER lock_type, rank, assert, win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_unlock(rank, win, ierror)
      INTEGER rank, win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_unlock(rank, win, ierror)
      INTEGER rank, win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_lock_all(assert, win, ierror)
      INTEGER assert, win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_lock_all(assert, win, ierror)
      INTEGER assert, win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_unlock_all(win, ierror)
      INTEGER win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_unlock_all(win, ierror)
      INTEGER win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_flush(rank, win, ierror)
      INTEGER rank, win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_flush(rank, win, ierror)
      INTEGER rank, win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_flush_all(win, ierror)
      INTEGER win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_flush_all(win, ierror)
      INTEGER win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_flush_local(rank, win, ierror)
      INTEGER rank, win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_flush_local(rank, win, ierror)
      INTEGER rank, win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_flush_local_all(win, ierror)
      INTEGER win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_flush_local_all(win, ierror)
      INTEGER win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_sync(win, ierror)
      INTEGER win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_sync(win, ierror)
      INTEGER win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Graph_create(comm_old, nnodes, index, edges,       &
     &  reorder, comm_graph, ierror)
      INTEGER comm_old, nnodes, index(*), edges(*), comm_graph, ierror
      LOGICAL reorder
      END SUBROUTINE
      SUBROUTINE PMPI_Graph_create(comm_old, nnodes, index, edges,      &
     &  reorder, comm_graph, ierror)
      INTEGER comm_old, nnodes, index(*), edges(*), comm_graph, ierror
      LOGICAL reorder
      END SUBROUTINE
      SUBROUTINE MPI_Graph_map(comm, nnodes, index, edges, newrank,     &
     &  ierror)
      INTEGER comm, nnodes, index(*), edges(*), newrank, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Graph_map(comm, nnodes, index, edges, newrank,    &
     &  ierror)
      INTEGER comm, nnodes, index(*), edges(*), newrank, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Graphdims_get(comm, nnodes, nedges, ierror)
      INTEGER comm, nnodes, nedges, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Graphdims_get(comm, nnodes, nedges, ierror)
      INTEGER comm, nnodes, nedges, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Graph_get(comm, maxindex, maxedges, index, edges,  &
     &  ierror)
      INTEGER comm, maxindex, maxedges, index(*), edges(*), ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Graph_get(comm, maxindex, maxedges, index, edges, &
     &  ierror)
      INTEGER comm, maxindex, maxedges, index(*), edges(*), ierror
      END SUBROUTINE
      SUBROUTINE MPI_Graph_neighbors_count(comm, rank, nneighbors,      &
     &  ierror)
      INTEGER comm, rank, nneighbors, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Graph_neighbors_count(comm, rank, nneighbors,     &
     &  ierror)
      INTEGER comm, rank, nneighbors, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Graph_neighbors(comm, rank, maxneighbors,          &
     &  neighbors, ierror)
      INTEGER comm, rank, maxneighbors, neighbors(*), ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Graph_neighbors(comm, rank, maxneighbors,         &
     &  neighbors, ierror)
      INTEGER comm, rank, maxneighbors, neighbors(*), ierror
      END SUBROUTINE
      SUBROUTINE MPI_Dist_graph_create(comm_old, n, sources, degrees,   &
     &  destinations, weights, info, reorder, comm_dist_graph, ierror)
      INTEGER comm_old, n, sources(*), degrees(*), destinations(*),     &
     &  weights(*), info, comm_dist_graph, ierror
      LOGICAL reorder
      END SUBROUTINE
      SUBROUTINE PMPI_Dist_graph_create(comm_old, n, sources, degrees,  &
     &  destinations, weights, info, reorder, comm_dist_graph, ierror)
      INTEGER comm_old, n, sources(*), degrees(*), destinations(*),     &
     &  weights(*), info, comm_dist_graph, ierror
      LOGICAL reorder
      END SUBROUTINE
      SUBROUTINE MPI_Dist_graph_create_adjacent(comm_old, indegree,     &
     &  sources, sourceweights, outdegree, destinations, destweights,   &
     &  info, reorder, comm_dist_graph, ierror)
      INTEGER comm_old, indegree, sources(*), sourceweights(*),         &
     &  outdegree, destinations(*), destweights(*), info,               &
     &  comm_dist_graph, ierror
      LOGICAL reorder
      END SUBROUTINE
      SUBROUTINE PMPI_Dist_graph_create_adjacent(comm_old, indegree,    &
     &  sources, sourceweights, outdegree, destinations, destweights,   &
     &  info, reorder, comm_dist_graph, ierror)
      INTEGER comm_old, indegree, sources(*), sourceweights(*),         &
     &  outdegree, destinations(*), destweights(*), info,               &
     &  comm_dist_graph, ierror
      LOGICAL reorder
      END SUBROUTINE
      SUBROUTINE MPI_Dist_graph_neighbors_count(comm, indegree,         &
     &  outdegree, weighted, ierror)
      INTEGER comm, indegree, outdegree, ierror
      LOGICAL weighted
      END SUBROUTINE
      SUBROUTINE PMPI_Dist_graph_neighbors_count(comm, indegree,        &
     &  outdegree, weighted, ierror)
      INTEGER comm, indegree, outdegree, ierror
      LOGICAL weighted
      END SUBROUTINE
      SUBROUTINE MPI_Dist_graph_neighbors(comm, maxindegree, sources,   &
     &  sourceweights, maxoutdegree, destinations, destweights, ierror)
      INTEGER comm, maxindegree, sources(*), sourceweights(*),          &
     &  maxoutdegree, destinations(*), destweights(*), ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Dist_graph_neighbors(comm, maxindegree, sources,  &
     &  sourceweights, maxoutdegree, destinations, destweights, ierror)
      INTEGER comm, maxindegree, sources(*), sourceweights(*),          &
     &  maxoutdegree, destinations(*), destweights(*), ierror
      END SUBROUTINE
      SUBROUTINE MPI_Neighbor_allgather(sendbuf, sendcount, sendtype,   &
     &  recvbuf, recvcount, recvtype, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Neighbor_allgather(sendbuf, sendcount, sendtype,  &
     &  recvbuf, recvcount, recvtype, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype,  &
     &  recvbuf, recvcounts, displs, recvtype, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, &
     &  recvbuf, recvcounts, displs, recvtype, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Neighbor_alltoall(sendbuf, sendcount, sendtype,    &
     &  recvbuf, recvcount, recvtype, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Neighbor_alltoall(sendbuf, sendcount, sendtype,   &
     &  recvbuf, recvcount, recvtype, comm, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls,   &
     &  sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtype,          &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls,  &
     &  sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtype,          &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls,   &
     &  sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,       &
     &  ierror)
      INTEGER sendbuf(*), sendcounts(*), sendtypes(*), recvbuf(*),      &
     &  recvcounts(*), recvtypes(*), comm, ierror
      INTEGER(8) sdispls(*), rdispls(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls,  &
     &  sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,       &
     &  ierror)
      INTEGER sendbuf(*), sendcounts(*), sendtypes(*), recvbuf(*),      &
     &  recvcounts(*), recvtypes(*), comm, ierror
      INTEGER(8) sdispls(*), rdispls(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Ineighbor_allgather(sendbuf, sendcount, sendtype,  &
     &  recvbuf, recvcount, recvtype, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, &
     &  recvbuf, recvcount, recvtype, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, &
     &  recvbuf, recvcounts, displs, recvtype, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Ineighbor_allgatherv(sendbuf, sendcount,          &
     &  sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, &
     &  ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype,   &
     &  recvbuf, recvcount, recvtype, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype,  &
     &  recvbuf, recvcount, recvtype, comm, request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls,  &
     &  sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,         &
     &  request, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtype,          &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtype, comm, request, &
     &  ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, &
     &  sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,         &
     &  request, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtype,          &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtype, comm, request, &
     &  ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls,  &
     &  sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,       &
     &  request, ierror)
      INTEGER sendbuf(*), sendcounts(*), sendtypes(*), recvbuf(*),      &
     &  recvcounts(*), recvtypes(*), comm, request, ierror
      INTEGER(8) sdispls(*), rdispls(*)
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, &
     &  sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,       &
     &  request, ierror)
      INTEGER sendbuf(*), sendcounts(*), sendtypes(*), recvbuf(*),      &
     &  recvcounts(*), recvtypes(*), comm, request, ierror
      INTEGER(8) sdispls(*), rdispls(*)
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Neighbor_allgather_init(sendbuf, sendcount,        &
     &  sendtype, recvbuf, recvcount, recvtype, comm, info, request,    &
     &  ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Neighbor_allgather_init(sendbuf, sendcount,       &
     &  sendtype, recvbuf, recvcount, recvtype, comm, info, request,    &
     &  ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Neighbor_allgatherv_init(sendbuf, sendcount,       &
     &  sendtype, recvbuf, recvcounts, displs, recvtype, comm, info,    &
     &  request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Neighbor_allgatherv_init(sendbuf, sendcount,      &
     &  sendtype, recvbuf, recvcounts, displs, recvtype, comm, info,    &
     &  request, ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*),              &
     &  recvcounts(*), displs(*), recvtype, comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Neighbor_alltoall_init(sendbuf, sendcount,         &
     &  sendtype, recvbuf, recvcount, recvtype, comm, info, request,    &
     &  ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Neighbor_alltoall_init(sendbuf, sendcount,        &
     &  sendtype, recvbuf, recvcount, recvtype, comm, info, request,    &
     &  ierror)
      INTEGER sendbuf(*), sendcount, sendtype, recvbuf(*), recvcount,   &
     &  recvtype, comm, info, request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Neighbor_alltoallv_init(sendbuf, sendcounts,       &
     &  sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,      &
     &  comm, info, request, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtype,          &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtype, comm, info,    &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Neighbor_alltoallv_init(sendbuf, sendcounts,      &
     &  sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,      &
     &  comm, info, request, ierror)
      INTEGER sendbuf(*), sendcounts(*), sdispls(*), sendtype,          &
     &  recvbuf(*), recvcounts(*), rdispls(*), recvtype, comm, info,    &
     &  request, ierror
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Neighbor_alltoallw_init(sendbuf, sendcounts,       &
     &  sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,    &
     &  comm, info, request, ierror)
      INTEGER sendbuf(*), sendcounts(*), sendtypes(*), recvbuf(*),      &
     &  recvcounts(*), recvtypes(*), comm, info, request, ierror
      INTEGER(8) sdispls(*), rdispls(*)
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Neighbor_alltoallw_init(sendbuf, sendcounts,      &
     &  sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,    &
     &  comm, info, request, ierror)
      INTEGER sendbuf(*), sendcounts(*), sendtypes(*), recvbuf(*),      &
     &  recvcounts(*), recvtypes(*), comm, info, request, ierror
      INTEGER(8) sdispls(*), rdispls(*)
      TARGET sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
      TARGET recvbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      END SUBROUTINE
      SUBROUTINE MPI_Type_contiguous(count, oldtype, newtype, ierror)
      INTEGER count, oldtype, newtype, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_contiguous(count, oldtype, newtype, ierror)
      INTEGER count, oldtype, newtype, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_vector(count, blocklength, stride, oldtype,   &
     &  newtype, ierror)
      INTEGER count, blocklength, stride, oldtype, newtype, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_vector(count, blocklength, stride, oldtype,  &
     &  newtype, ierror)
      INTEGER count, blocklength, stride, oldtype, newtype, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_create_hvector(count, blocklength, stride,    &
     &  oldtype, newtype, ierror)
      INTEGER count, blocklength, oldtype, newtype, ierror
      INTEGER(8) stride
      END SUBROUTINE
      SUBROUTINE PMPI_Type_create_hvector(count, blocklength, stride,   &
     &  oldtype, newtype, ierror)
      INTEGER count, blocklength, oldtype, newtype, ierror
      INTEGER(8) stride
      END SUBROUTINE
      SUBROUTINE MPI_Type_indexed(count, array_of_blocklengths,         &
     &  array_of_displacements, oldtype, newtype, ierror)
      INTEGER count, array_of_blocklengths(*),                          &
     &  array_of_displacements(*), oldtype, newtype, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_indexed(count, array_of_blocklengths,        &
     &  array_of_displacements, oldtype, newtype, ierror)
      INTEGER count, array_of_blocklengths(*),                          &
     &  array_of_displacements(*), oldtype, newtype, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_create_hindexed(count, array_of_blocklengths, &
     &  array_of_displacements, oldtype, newtype, ierror)
      INTEGER count, array_of_blocklengths(*), oldtype, newtype, ierror
      INTEGER(8) array_of_displacements(*)
      END SUBROUTINE
      SUBROUTINE PMPI_Type_create_hindexed(count,                       &
     &  array_of_blocklengths, array_of_displacements, oldtype,         &
     &  newtype, ierror)
      INTEGER count, array_of_blocklengths(*), oldtype, newtype, ierror
      INTEGER(8) array_of_displacements(*)
      END SUBROUTINE
      SUBROUTINE MPI_Type_create_indexed_block(count, blocklength,      &
     &  array_of_displacements, oldtype, newtype, ierror)
      INTEGER count, blocklength, array_of_displacements(*), oldtype,   &
     &  newtype, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_create_indexed_block(count, blocklength,     &
     &  array_of_displacements, oldtype, newtype, ierror)
      INTEGER count, blocklength, array_of_displacements(*), oldtype,   &
     &  newtype, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_create_hindexed_block(count, blocklength,     &
     &  array_of_displacements, oldtype, newtype, ierror)
      INTEGER count, blocklength, oldtype, newtype, ierror
      INTEGER(8) array_of_displacements(*)
      END SUBROUTINE
      SUBROUTINE PMPI_Type_create_hindexed_block(count, blocklength,    &
     &  array_of_displacements, oldtype, newtype, ierror)
      INTEGER count, blocklength, oldtype, newtype, ierror
      INTEGER(8) array_of_displacements(*)
      END SUBROUTINE
      SUBROUTINE MPI_Type_create_struct(count, array_of_blocklengths,   &
     &  array_of_displacements, array_of_types, newtype, ierror)
      INTEGER count, array_of_blocklengths(*), array_of_types(*),       &
     &  newtype, ierror
      INTEGER(8) array_of_displacements(*)
      END SUBROUTINE
      SUBROUTINE PMPI_Type_create_struct(count, array_of_blocklengths,  &
     &  array_of_displacements, array_of_types, newtype, ierror)
      INTEGER count, array_of_blocklengths(*), array_of_types(*),       &
     &  newtype, ierror
      INTEGER(8) array_of_displacements(*)
      END SUBROUTINE
      SUBROUTINE MPI_Type_create_subarray(ndims, array_of_sizes,        &
     &  array_of_subsizes, array_of_starts, order, oldtype, newtype,    &
     &  ierror)
      INTEGER ndims, array_of_sizes(*), array_of_subsizes(*),           &
     &  array_of_starts(*), order, oldtype, newtype, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_create_subarray(ndims, array_of_sizes,       &
     &  array_of_subsizes, array_of_starts, order, oldtype, newtype,    &
     &  ierror)
      INTEGER ndims, array_of_sizes(*), array_of_subsizes(*),           &
     &  array_of_starts(*), order, oldtype, newtype, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_create_darray(size, rank, ndims,              &
     &  array_of_gsizes, array_of_distribs, array_of_dargs,             &
     &  array_of_psizes, order, oldtype, newtype, ierror)
      INTEGER size, rank, ndims, array_of_gsizes(*),                    &
     &  array_of_distribs(*), array_of_dargs(*), array_of_psizes(*),    &
     &  order, oldtype, newtype, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_create_darray(size, rank, ndims,             &
     &  array_of_gsizes, array_of_distribs, array_of_dargs,             &
     &  array_of_psizes, order, oldtype, newtype, ierror)
      INTEGER size, rank, ndims, array_of_gsizes(*),                    &
     &  array_of_distribs(*), array_of_dargs(*), array_of_psizes(*),    &
     &  order, oldtype, newtype, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_create_resized(oldtype, lb, extent, newtype,  &
     &  ierror)
      INTEGER oldtype, newtype, ierror
      INTEGER(8) lb, extent
      END SUBROUTINE
      SUBROUTINE PMPI_Type_create_resized(oldtype, lb, extent, newtype, &
     &  ierror)
      INTEGER oldtype, newtype, ierror
      INTEGER(8) lb, extent
      END SUBROUTINE
      SUBROUTINE MPI_Type_dup(oldtype, newtype, ierror)
      INTEGER oldtype, newtype, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_dup(oldtype, newtype, ierror)
      INTEGER oldtype, newtype, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_commit(datatype, ierror)
      INTEGER datatype, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_commit(datatype, ierror)
      INTEGER datatype, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_free(datatype, ierror)
      INTEGER datatype, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_free(datatype, ierror)
      INTEGER datatype, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_size(datatype, size, ierror)
      INTEGER datatype, size, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_size(datatype, size, ierror)
      INTEGER datatype, size, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_size_x(datatype, size, ierror)
      INTEGER datatype, ierror
      INTEGER(8) size
      END SUBROUTINE
      SUBROUTINE PMPI_Type_size_x(datatype, size, ierror)
      INTEGER datatype, ierror
      INTEGER(8) size
      END SUBROUTINE
      SUBROUTINE MPI_Type_get_extent(datatype, lb, extent, ierror)
      INTEGER datatype, ierror
      INTEGER(8) lb, extent
      END SUBROUTINE
      SUBROUTINE PMPI_Type_get_extent(datatype, lb, extent, ierror)
      INTEGER datatype, ierror
      INTEGER(8) lb, extent
      END SUBROUTINE
      SUBROUTINE MPI_Type_get_extent_x(datatype, lb, extent, ierror)
      INTEGER datatype, ierror
      INTEGER(8) lb, extent
      END SUBROUTINE
      SUBROUTINE PMPI_Type_get_extent_x(datatype, lb, extent, ierror)
      INTEGER datatype, ierror
      INTEGER(8) lb, extent
      END SUBROUTINE
      SUBROUTINE MPI_Type_get_true_extent(datatype, true_lb,            &
     &  true_extent, ierror)
      INTEGER datatype, ierror
      INTEGER(8) true_lb, true_extent
      END SUBROUTINE
      SUBROUTINE PMPI_Type_get_true_extent(datatype, true_lb,           &
     &  true_extent, ierror)
      INTEGER datatype, ierror
      INTEGER(8) true_lb, true_extent
      END SUBROUTINE
      SUBROUTINE MPI_Type_get_true_extent_x(datatype, true_lb,          &
     &  true_extent, ierror)
      INTEGER datatype, ierror
      INTEGER(8) true_lb, true_extent
      END SUBROUTINE
      SUBROUTINE PMPI_Type_get_true_extent_x(datatype, true_lb,         &
     &  true_extent, ierror)
      INTEGER datatype, ierror
      INTEGER(8) true_lb, true_extent
      END SUBROUTINE
      SUBROUTINE MPI_Type_set_name(datatype, type_name, ierror)
      INTEGER datatype, ierror
      CHARACTER*(*) type_name
      END SUBROUTINE
      SUBROUTINE PMPI_Type_set_name(datatype, type_name, ierror)
      INTEGER datatype, ierror
      CHARACTER*(*) type_name
      END SUBROUTINE
      SUBROUTINE MPI_Type_get_name(datatype, type_name, resultlen,      &
     &  ierror)
      INTEGER datatype, resultlen, ierror
      CHARACTER*(*) type_name
      END SUBROUTINE
      SUBROUTINE PMPI_Type_get_name(datatype, type_name, resultlen,     &
     &  ierror)
      INTEGER datatype, resultlen, ierror
      CHARACTER*(*) type_name
      END SUBROUTINE
      SUBROUTINE MPI_Get_address(location, address, ierror)
      INTEGER location(*), ierror
      INTEGER(8) address
      TARGET location
!GCC$ ATTRIBUTES NO_ARG_CHECK :: location
!DIR$ IGNORE_TKR location
      END SUBROUTINE
      SUBROUTINE PMPI_Get_address(location, address, ierror)
      INTEGER location(*), ierror
      INTEGER(8) address
      TARGET location
!GCC$ ATTRIBUTES NO_ARG_CHECK :: location
!DIR$ IGNORE_TKR location
      END SUBROUTINE
      FUNCTION MPI_Aint_add(base, disp)
      INTEGER(8) base, disp
      INTEGER(8) MPI_Aint_add
      END FUNCTION
      FUNCTION PMPI_Aint_add(base, disp)
      INTEGER(8) base, disp
      INTEGER(8) PMPI_Aint_add
      END FUNCTION
      FUNCTION MPI_Aint_diff(addr1, addr2)
      INTEGER(8) addr1, addr2
      INTEGER(8) MPI_Aint_diff
      END FUNCTION
      FUNCTION PMPI_Aint_diff(addr1, addr2)
      INTEGER(8) addr1, addr2
      INTEGER(8) PMPI_Aint_diff
      END FUNCTION
      SUBROUTINE MPI_Pack(inbuf, incount, datatype, outbuf, outsize,    &
     &  position, comm, ierror)
      INTEGER inbuf(*), incount, datatype, outbuf(*), outsize,          &
     &  position, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Pack(inbuf, incount, datatype, outbuf, outsize,   &
     &  position, comm, ierror)
      INTEGER inbuf(*), incount, datatype, outbuf(*), outsize,          &
     &  position, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      END SUBROUTINE
      SUBROUTINE MPI_Unpack(inbuf, insize, position, outbuf, outcount,  &
     &  datatype, comm, ierror)
      INTEGER inbuf(*), insize, position, outbuf(*), outcount,          &
     &  datatype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Unpack(inbuf, insize, position, outbuf, outcount, &
     &  datatype, comm, ierror)
      INTEGER inbuf(*), insize, position, outbuf(*), outcount,          &
     &  datatype, comm, ierror
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      END SUBROUTINE
      SUBROUTINE MPI_Pack_size(incount, datatype, comm, size, ierror)
      INTEGER incount, datatype, comm, size, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Pack_size(incount, datatype, comm, size, ierror)
      INTEGER incount, datatype, comm, size, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_get_envelope(datatype, num_integers,          &
     &  num_addresses, num_datatypes, combiner, ierror)
      INTEGER datatype, num_integers, num_addresses, num_datatypes,     &
     &  combiner, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_get_envelope(datatype, num_integers,         &
     &  num_addresses, num_datatypes, combiner, ierror)
      INTEGER datatype, num_integers, num_addresses, num_datatypes,     &
     &  combiner, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_get_contents(datatype, max_integers,          &
     &  max_addresses, max_datatypes, array_of_integers,                &
     &  array_of_addresses, array_of_datatypes, ierror)
      INTEGER datatype, max_integers, max_addresses, max_datatypes,     &
     &  array_of_integers(*), array_of_datatypes(*), ierror
      INTEGER(8) array_of_addresses(*)
      END SUBROUTINE
      SUBROUTINE PMPI_Type_get_contents(datatype, max_integers,         &
     &  max_addresses, max_datatypes, array_of_integers,                &
     &  array_of_addresses, array_of_datatypes, ierror)
      INTEGER datatype, max_integers, max_addresses, max_datatypes,     &
     &  array_of_integers(*), array_of_datatypes(*), ierror
      INTEGER(8) array_of_addresses(*)
      END SUBROUTINE
      SUBROUTINE MPI_Type_create_f90_real(p, r, newtype, ierror)
      INTEGER p, r, newtype, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_create_f90_real(p, r, newtype, ierror)
      INTEGER p, r, newtype, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_create_f90_complex(p, r, newtype, ierror)
      INTEGER p, r, newtype, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_create_f90_complex(p, r, newtype, ierror)
      INTEGER p, r, newtype, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_create_f90_integer(r, newtype, ierror)
      INTEGER r, newtype, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_create_f90_integer(r, newtype, ierror)
      INTEGER r, newtype, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_match_size(typeclass, size, datatype, ierror)
      INTEGER typeclass, size, datatype, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_match_size(typeclass, size, datatype,        &
     &  ierror)
      INTEGER typeclass, size, datatype, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_get_value_index(value_type, index_type,       &
     &  pair_type, ierror)
      INTEGER value_type, index_type, pair_type, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_get_value_index(value_type, index_type,      &
     &  pair_type, ierror)
      INTEGER value_type, index_type, pair_type, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Pack_external(datarep, inbuf, incount, datatype,   &
     &  outbuf, outsize, position, ierror)
      CHARACTER*(*) datarep
      INTEGER inbuf(*), incount, datatype, outbuf(*), ierror
      INTEGER(8) outsize, position
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Pack_external(datarep, inbuf, incount, datatype,  &
     &  outbuf, outsize, position, ierror)
      CHARACTER*(*) datarep
      INTEGER inbuf(*), incount, datatype, outbuf(*), ierror
      INTEGER(8) outsize, position
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      END SUBROUTINE
      SUBROUTINE MPI_Unpack_external(datarep, inbuf, insize, position,  &
     &  outbuf, outcount, datatype, ierror)
      CHARACTER*(*) datarep
      INTEGER inbuf(*), outbuf(*), outcount, datatype, ierror
      INTEGER(8) insize, position
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      END SUBROUTINE
      SUBROUTINE PMPI_Unpack_external(datarep, inbuf, insize, position, &
     &  outbuf, outcount, datatype, ierror)
      CHARACTER*(*) datarep
      INTEGER inbuf(*), outbuf(*), outcount, datatype, ierror
      INTEGER(8) insize, position
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      END SUBROUTINE
      SUBROUTINE MPI_Pack_external_size(datarep, incount, datatype,     &
     &  size, ierror)
      CHARACTER*(*) datarep
      INTEGER incount, datatype, ierror
      INTEGER(8) size
      END SUBROUTINE
      SUBROUTINE PMPI_Pack_external_size(datarep, incount, datatype,    &
     &  size, ierror)
      CHARACTER*(*) datarep
      INTEGER incount, datatype, ierror
      INTEGER(8) size
      END SUBROUTINE
      SUBROUTINE MPI_Address(location, address, ierror)
      INTEGER location(*), address, ierror
      TARGET location
!GCC$ ATTRIBUTES NO_ARG_CHECK :: location
!DIR$ IGNORE_TKR location
      END SUBROUTINE
      SUBROUTINE PMPI_Address(location, address, ierror)
      INTEGER location(*), address, ierror
      TARGET location
!GCC$ ATTRIBUTES NO_ARG_CHECK :: location
!DIR$ IGNORE_TKR location
      END SUBROUTINE
      SUBROUTINE MPI_Errhandler_create(handler_fn, errhandler, ierror)
      EXTERNAL handler_fn
      INTEGER errhandler, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Errhandler_create(handler_fn, errhandler, ierror)
      EXTERNAL handler_fn
      INTEGER errhandler, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Errhandler_get(comm, errhandler, ierror)
      INTEGER comm, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Errhandler_get(comm, errhandler, ierror)
      INTEGER comm, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Errhandler_set(comm, errhandler, ierror)
      INTEGER comm, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Errhandler_set(comm, errhandler, ierror)
      INTEGER comm, errhandler, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_extent(datatype, extent, ierror)
      INTEGER datatype, extent, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_extent(datatype, extent, ierror)
      INTEGER datatype, extent, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_hindexed(count, array_of_blocklengths,        &
     &  array_of_displacements, oldtype, newtype, ierror)
      INTEGER count, array_of_blocklengths(*),                          &
     &  array_of_displacements(*), oldtype, newtype, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_hindexed(count, array_of_blocklengths,       &
     &  array_of_displacements, oldtype, newtype, ierror)
      INTEGER count, array_of_blocklengths(*),                          &
     &  array_of_displacements(*), oldtype, newtype, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_hvector(count, blocklength, stride, oldtype,  &
     &  newtype, ierror)
      INTEGER count, blocklength, stride, oldtype, newtype, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_hvector(count, blocklength, stride, oldtype, &
     &  newtype, ierror)
      INTEGER count, blocklength, stride, oldtype, newtype, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_lb(datatype, displacement, ierror)
      INTEGER datatype, displacement, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_lb(datatype, displacement, ierror)
      INTEGER datatype, displacement, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_struct(count, array_of_blocklengths,          &
     &  array_of_displacements, array_of_types, newtype, ierror)
      INTEGER count, array_of_blocklengths(*),                          &
     &  array_of_displacements(*), array_of_types(*), newtype, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_struct(count, array_of_blocklengths,         &
     &  array_of_displacements, array_of_types, newtype, ierror)
      INTEGER count, array_of_blocklengths(*),                          &
     &  array_of_displacements(*), array_of_types(*), newtype, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Type_ub(datatype, displacement, ierror)
      INTEGER datatype, displacement, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Type_ub(datatype, displacement, ierror)
      INTEGER datatype, displacement, ierror
      END SUBROUTINE
      SUBROUTINE MPI_F_sync_reg(buf)
      INTEGER buf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      SUBROUTINE PMPI_F_sync_reg(buf)
      INTEGER buf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      END SUBROUTINE
      END INTERFACE
      INTERFACE MPI_Alloc_mem
      SUBROUTINE MPI_Alloc_mem(size, info, baseptr, ierror)
      INTEGER(8) size, baseptr
      INTEGER info, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Alloc_mem_cptr(size, info, baseptr, ierror)
      IMPORT :: C_PTR
      INTEGER(8) size
      INTEGER info, ierror
      TYPE(C_PTR) baseptr
      END SUBROUTINE
      END INTERFACE
      INTERFACE PMPI_Alloc_mem
      SUBROUTINE PMPI_Alloc_mem(size, info, baseptr, ierror)
      INTEGER(8) size, baseptr
      INTEGER info, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Alloc_mem_cptr(size, info, baseptr, ierror)
      IMPORT :: C_PTR
      INTEGER(8) size
      INTEGER info, ierror
      TYPE(C_PTR) baseptr
      END SUBROUTINE
      END INTERFACE
      INTERFACE MPI_Win_allocate
      SUBROUTINE MPI_Win_allocate(size, disp_unit, info, comm, baseptr, &
     &  win, ierror)
      INTEGER(8) size, baseptr
      INTEGER disp_unit, info, comm, win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_allocate_cptr(size, disp_unit, info, comm,     &
     &  baseptr, win, ierror)
      IMPORT :: C_PTR
      INTEGER(8) size
      INTEGER disp_unit, info, comm, win, ierror
      TYPE(C_PTR) baseptr
      END SUBROUTINE
      END INTERFACE
      INTERFACE PMPI_Win_allocate
      SUBROUTINE PMPI_Win_allocate(size, disp_unit, info, comm,         &
     &  baseptr, win, ierror)
      INTEGER(8) size, baseptr
      INTEGER disp_unit, info, comm, win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_allocate_cptr(size, disp_unit, info, comm,    &
     &  baseptr, win, ierror)
      IMPORT :: C_PTR
      INTEGER(8) size
      INTEGER disp_unit, info, comm, win, ierror
      TYPE(C_PTR) baseptr
      END SUBROUTINE
      END INTERFACE
      INTERFACE MPI_Win_allocate_shared
      SUBROUTINE MPI_Win_allocate_shared(size, disp_unit, info, comm,   &
     &  baseptr, win, ierror)
      INTEGER(8) size, baseptr
      INTEGER disp_unit, info, comm, win, ierror
      END SUBROUTINE
      SUBROUTINE MPI_Win_allocate_shared_cptr(size, disp_unit, info,    &
     &  comm, baseptr, win, ierror)
      IMPORT :: C_PTR
      INTEGER(8) size
      INTEGER disp_unit, info, comm, win, ierror
      TYPE(C_PTR) baseptr
      END SUBROUTINE
      END INTERFACE
      INTERFACE PMPI_Win_allocate_shared
      SUBROUTINE PMPI_Win_allocate_shared(size, disp_unit, info, comm,  &
     &  baseptr, win, ierror)
      INTEGER(8) size, baseptr
      INTEGER disp_unit, info, comm, win, ierror
      END SUBROUTINE
      SUBROUTINE PMPI_Win_allocate_shared_cptr(size, disp_unit, info,   &
     &  comm, baseptr, win, ierror)
      IMPORT :: C_PTR
      INTEGER(8) size
      INTEGER disp_unit, info, comm, win, ierror
      TYPE(C_PTR) baseptr
      END SUBROUTINE
      END INTERFACE
      INTERFACE MPI_Win_shared_query
      SUBROUTINE MPI_Win_shared_query(win, rank, size, disp_unit,       &
     &  baseptr, ierror)
      INTEGER win, rank, disp_unit, ierror
      INTEGER(8) size, baseptr
      END SUBROUTINE
      SUBROUTINE MPI_Win_shared_query_cptr(win, rank, size, disp_unit,  &
     &  baseptr, ierror)
      IMPORT :: C_PTR
      INTEGER win, rank, disp_unit, ierror
      INTEGER(8) size
      TYPE(C_PTR) baseptr
      END SUBROUTINE
      END INTERFACE
      INTERFACE PMPI_Win_shared_query
      SUBROUTINE PMPI_Win_shared_query(win, rank, size, disp_unit,      &
     &  baseptr, ierror)
      INTEGER win, rank, disp_unit, ierror
      INTEGER(8) size, baseptr
      END SUBROUTINE
      SUBROUTINE PMPI_Win_shared_query_cptr(win, rank, size, disp_unit, &
     &  baseptr, ierror)
      IMPORT :: C_PTR
      INTEGER win, rank, disp_unit, ierror
      INTEGER(8) size
      TYPE(C_PTR) baseptr
      END SUBROUTINE
      END INTERFACE
      INTERFACE MPI_SIZEOF
      SUBROUTINE MPI_SIZEOF_TS(x, size, ierror)                         &
     &  BIND(C,name='mpi_sizeof_ts_')
      TYPE(*), DIMENSION(..), INTENT(IN) :: x
      INTEGER size
      INTEGER ierror
      END SUBROUTINE
      END INTERFACE
      INTERFACE PMPI_SIZEOF
      SUBROUTINE PMPI_SIZEOF_TS(x, size, ierror)                         &
     &  BIND(C,name='pmpi_sizeof_ts_')
      TYPE(*), DIMENSION(..), INTENT(IN) :: x
      INTEGER size
      INTEGER ierror
      END SUBROUTINE
      END INTERFACE
      END MODULE mpi
